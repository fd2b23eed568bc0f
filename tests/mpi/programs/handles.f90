! SPDX-License-Identifier: BSD-2-Clause
! Calls by the module mpi_f08: handles and statuses with types of their own, no ierror.
module functions
  use mpi_f08
  use, intrinsic :: iso_c_binding
  implicit none
  integer :: copies = 0
contains

subroutine add_integers(in, inout, count, type)
  type(c_ptr), value :: in, inout
  integer :: count
  type(MPI_Datatype) :: type
  integer, pointer :: a(:), b(:)

  if (type /= MPI_INTEGER) return
  call c_f_pointer(in, a, [count])
  call c_f_pointer(inout, b, [count])
  b = b + a
end subroutine

subroutine copy(comm, key, state, in, out, flag, ierror)
  type(MPI_Comm) :: comm
  integer :: key, ierror
  integer(kind=MPI_ADDRESS_KIND) :: state, in, out
  logical :: flag

  flag = comm == MPI_COMM_WORLD .and. state == 3
  out = in + 1
  copies = copies + 1
  ierror = MPI_SUCCESS
end subroutine

end module

program handles
  use functions
  implicit none
  procedure(MPI_User_function), pointer :: add => add_integers
  integer :: rank, n, got, sum, count, key, size, seen
  integer(kind=MPI_ADDRESS_KIND) :: value
  type(MPI_Comm) :: comm
  type(MPI_Request) :: requests(2)
  type(MPI_Status) :: status, statuses(2)
  type(MPI_Op) :: op
  integer :: old_status(MPI_STATUS_SIZE)
  type(c_ptr) :: buffer
  character(len=1), target :: room(1000)
  logical :: flag

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, n)
  call MPI_Irecv(got, 1, MPI_INTEGER, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, requests(1))
  call MPI_Isend(rank, 1, MPI_INTEGER, mod(rank + 1, n), 3, MPI_COMM_WORLD, requests(2))
  call MPI_Waitall(2, requests, statuses)
  call expect(got == mod(rank + n - 1, n) .and. statuses(1)%MPI_SOURCE == got, 'a message')
  call expect(requests(1) == MPI_REQUEST_NULL, 'its request')
  call MPI_Get_count(statuses(1), MPI_INTEGER, count)
  call expect(count == 1, 'its count')
  call MPI_Status_f082f(statuses(1), old_status)
  call MPI_Status_f2f08(old_status, status)
  call expect(old_status(MPI_TAG) == 3 .and. status%MPI_TAG == 3, 'its status in both forms')
  call MPI_Sendrecv(rank, 1, MPI_INTEGER, rank, 4, got, 1, MPI_INTEGER, rank, 4, MPI_COMM_WORLD, &
    MPI_STATUS_IGNORE)
  call MPI_Iprobe(MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, flag, status)
  call expect(.not. flag, 'no other message')

  call MPI_Op_create(add, .true., op)
  call MPI_Allreduce(rank, sum, 1, MPI_INTEGER, op, MPI_COMM_WORLD)
  call expect(sum == n * (n - 1) / 2, 'a sum of our own')
  call MPI_Op_free(op)
  call MPI_Allreduce(MPI_IN_PLACE, sum, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD)
  call expect(sum == n * (n - 1) / 2, 'the largest, in place')

  call MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, key, 3_MPI_ADDRESS_KIND)
  call MPI_Comm_set_attr(MPI_COMM_WORLD, key, 10_MPI_ADDRESS_KIND)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm)
  call MPI_Comm_get_attr(comm, key, value, flag)
  call expect(flag .and. value == 11 .and. copies == 1, 'a copied attribute')
  call MPI_Comm_free(comm)
  call expect(comm == MPI_COMM_NULL .and. comm /= MPI_COMM_WORLD, 'no communicator')

  call MPI_Buffer_attach(room, 1000)
  call MPI_Buffer_detach(buffer, size)
  call expect(c_associated(buffer, c_loc(room)) .and. size == 1000, 'a buffer')
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN)
  call MPI_Send(rank, 1, MPI_INTEGER, n, 0, MPI_COMM_WORLD, seen)
  call expect(seen == MPI_ERR_RANK, 'an error')
  call MPI_Finalize()
  print '(a, i0, a)', 'rank ', rank, ' is fine'

contains

subroutine expect(is_so, what)
  logical, intent(in) :: is_so
  character(len=*), intent(in) :: what

  if (.not. is_so) then
    print *, 'not so: ', what
    stop 1
  end if
end subroutine

end program
