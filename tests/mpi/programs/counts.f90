! SPDX-License-Identifier: BSD-2-Clause
! Large counts by the module mpi_f08: the kind of the count says which form is called.
module adding
  use mpi_f08
  use, intrinsic :: iso_c_binding
  implicit none
contains

subroutine add_counts(in, inout, count, type)
  type(c_ptr), value :: in, inout
  integer(kind=MPI_COUNT_KIND) :: count
  type(MPI_Datatype) :: type
  integer, pointer :: a(:), b(:)

  if (type /= MPI_INTEGER) return
  call c_f_pointer(in, a, [count])
  call c_f_pointer(inout, b, [count])
  b = b + a
end subroutine

end module

program counts
  use adding
  implicit none
  integer(kind=MPI_COUNT_KIND), parameter :: far = 2_MPI_COUNT_KIND**32 + 1, three = 3, one = 1
  integer(kind=MPI_COUNT_KIND) :: count, size, lb, extent, integers, addresses, larges, types
  integer(kind=MPI_COUNT_KIND), allocatable :: lengths(:)
  integer(kind=MPI_ADDRESS_KIND), allocatable :: places(:)
  integer(kind=MPI_COUNT_KIND) :: told(1)
  integer(kind=MPI_ADDRESS_KIND) :: unit
  integer :: rank, n, i, near, combiner, data(3), got(3), sums(3), ierror, none(1)
  integer, allocatable :: all(:)
  type(MPI_Datatype) :: large, small, inner(1)
  type(MPI_Request) :: request
  type(MPI_Status) :: status
  type(MPI_Op) :: add
  type(MPI_Win) :: win

  call MPI_Init
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, n)
  data = [rank, 10, 20]

  call MPI_Isend(data, three, MPI_INTEGER, mod(rank + 1, n), 1, MPI_COMM_WORLD, request)
  call MPI_Recv(got, far, MPI_INTEGER, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, status)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  call MPI_Get_count(status, MPI_INTEGER, count)
  call MPI_Get_count(status, MPI_INTEGER, near)
  call expect(count == 3 .and. near == 3 .and. got(2) == 10, 'messages')
  call MPI_Get_elements(status, MPI_INTEGER, count)
  call expect(count == 3, 'elements')

  allocate(lengths(n), places(n), all(n))
  lengths = 1
  places = [(int(n - 1 - i, MPI_ADDRESS_KIND), i = 0, n - 1)]
  call MPI_Allgatherv(data, one, MPI_INTEGER, all, lengths, places, MPI_INTEGER, MPI_COMM_WORLD)
  call expect(all(1) == n - 1 .and. all(n) == 0, 'lists')
  call MPI_Op_create_c(add_counts, .true., add)
  call MPI_Allreduce(data, sums, three, MPI_INTEGER, add, MPI_COMM_WORLD)
  call expect(sums(1) == n * (n - 1) / 2 .and. sums(3) == 20 * n, 'operators')
  call MPI_Op_free(add)

  call MPI_Type_contiguous(far, MPI_INTEGER, large)
  call MPI_Type_size(large, size)
  call MPI_Type_size(large, near)
  call expect(size == 4 * far .and. near == MPI_UNDEFINED, 'sizes')
  call MPI_Type_get_extent(large, lb, extent)
  call expect(lb == 0 .and. extent == 4 * far, 'extents')
  call MPI_Type_get_envelope(large, integers, addresses, larges, types, combiner)
  call expect(integers == 0 .and. larges == 1 .and. combiner == MPI_COMBINER_CONTIGUOUS, 'envelope')
  call MPI_Type_get_contents(large, integers, addresses, larges, types, none, places, told, inner)
  call expect(told(1) == far .and. inner(1) == MPI_INTEGER, 'contents')
  call MPI_Type_free(large)
  call MPI_Type_vector(2, 1, 2, MPI_INTEGER, small)
  call MPI_Type_size(small, near)
  call expect(near == 8, 'a type of default integers')
  call MPI_Type_free(small)

  unit = 4
  call MPI_Win_create(data, 12_MPI_ADDRESS_KIND, unit, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_fence(0, win)
  call MPI_Put(rank, one, MPI_INTEGER, mod(rank + 1, n), 2_MPI_ADDRESS_KIND, one, MPI_INTEGER, win)
  call MPI_Win_fence(0, win, ierror)
  call expect(data(3) == mod(rank + n - 1, n) .and. ierror == MPI_SUCCESS, 'windows')
  call MPI_Win_free(win)
  call MPI_Finalize
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
