! SPDX-License-Identifier: BSD-2-Clause
! Calls by mpif.h: what becomes of handles, statuses, indices, texts, truth values, places without
! a buffer, and functions of the program.
program calls
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, n

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  call messages
  call several
  call texts
  call places
  call operators
  call errors
  call attributes
  call old_attributes
  call requests
  call topologies
  call MPI_Finalize(ierr)
  print '(a, i0, a)', 'rank ', rank, ' is fine'

contains

subroutine expect(is_so, what)
  logical, intent(in) :: is_so
  character(len=*), intent(in) :: what

  if (.not. is_so) then
    print *, 'not so: ', what
    stop 1
  end if
  if (ierr /= MPI_SUCCESS) then
    print *, 'error ', ierr, ' before ', what
    stop 2
  end if
end subroutine

subroutine messages
  integer :: got(3), count, status(MPI_STATUS_SIZE), left
  logical :: flag

  left = mod(rank + n - 1, n)
  call MPI_Sendrecv([rank, 5], 2, MPI_INTEGER, mod(rank + 1, n), 7, got, 3, MPI_INTEGER, left, &
    MPI_ANY_TAG, MPI_COMM_WORLD, status, ierr)
  call expect(got(1) == left .and. got(2) == 5, 'what was received')
  call expect(status(MPI_SOURCE) == left .and. status(MPI_TAG) == 7, 'its envelope')
  call MPI_Get_count(status, MPI_INTEGER, count, ierr)
  call expect(count == 2, 'its count')
  call MPI_Test_cancelled(status, flag, ierr)
  call expect(.not. flag, 'not cancelled')
  call MPI_Iprobe(left, 99, MPI_COMM_WORLD, flag, MPI_STATUS_IGNORE, ierr)
  call expect(.not. flag, 'no message')
end subroutine

! Lists of requests, and their indices
subroutine several
  integer :: got(4), requests(4), indices(4), statuses(MPI_STATUS_SIZE, 4), i, which, outcount
  logical :: flag

  do i = 1, 4
    call MPI_Irecv(got(i), 1, MPI_INTEGER, rank, i, MPI_COMM_WORLD, requests(i), ierr)
  end do
  call MPI_Testany(4, requests, which, flag, MPI_STATUS_IGNORE, ierr)
  call expect(which == MPI_UNDEFINED .and. .not. flag, 'none is complete')
  call MPI_Send(30, 1, MPI_INTEGER, rank, 3, MPI_COMM_WORLD, ierr)
  call MPI_Waitany(4, requests, which, statuses, ierr)
  call expect(which == 3 .and. got(3) == 30, 'the third is complete')
  call expect(requests(3) == MPI_REQUEST_NULL .and. requests(2) /= MPI_REQUEST_NULL, 'its handle')
  call MPI_Send(10, 1, MPI_INTEGER, rank, 1, MPI_COMM_WORLD, ierr)
  call MPI_Waitsome(4, requests, outcount, indices, statuses, ierr)
  call expect(outcount == 1 .and. indices(1) == 1, 'the first is complete')
  call MPI_Send(20, 1, MPI_INTEGER, rank, 2, MPI_COMM_WORLD, ierr)
  call MPI_Send(40, 1, MPI_INTEGER, rank, 4, MPI_COMM_WORLD, ierr)
  call MPI_Waitall(4, requests, statuses, ierr)
  call expect(all(got == [10, 20, 30, 40]), 'all are complete')
  call expect(statuses(MPI_TAG, 2) == 2 .and. statuses(MPI_TAG, 4) == 4, 'statuses of all')
  call expect(all(requests == MPI_REQUEST_NULL), 'handles of all')
  call MPI_Waitsome(4, requests, outcount, indices, MPI_STATUSES_IGNORE, ierr)
  call expect(outcount == MPI_UNDEFINED, 'nothing to wait for')
end subroutine

subroutine texts
  character(len=MPI_MAX_OBJECT_NAME) :: name
  character(len=12) :: value
  character(len=3) :: short
  integer :: comm, info, length
  logical :: flag

  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierr)
  call MPI_Comm_set_name(comm, 'rows of A   ', ierr)
  call MPI_Comm_get_name(comm, name, length, ierr)
  call expect(name == 'rows of A' .and. length == 9, 'a name')
  call MPI_Comm_get_name(comm, short, length, ierr)
  call expect(short == 'row', 'a short name')
  call MPI_Comm_free(comm, ierr)
  call expect(comm == MPI_COMM_NULL, 'no communicator')
  call MPI_Info_create(info, ierr)
  call MPI_Info_set(info, '  key ', '  some words ', ierr)
  value = 'x'
  call MPI_Info_get(info, 'key', 12, value, flag, ierr)
  call expect(flag .and. value == 'some words', 'a value')
  length = 4
  call MPI_Info_get_string(info, ' key', length, value, flag, ierr)
  call expect(flag .and. value == 'some' .and. length == 10, 'a string')
  call MPI_Info_get(info, 'keys', 12, value, flag, ierr)
  call expect(.not. flag .and. value == 'some', 'no such key')
  call MPI_Info_free(info, ierr)
end subroutine

subroutine places
  integer, save :: data(2)
  integer :: sum, type, kind, none(1)
  integer(kind=MPI_ADDRESS_KIND) :: address

  sum = rank
  call MPI_Allreduce(MPI_IN_PLACE, sum, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  call expect(sum == n * (n - 1) / 2, 'a sum in place')
  data = merge([17, 4], [0, 0], rank == 0)
  call MPI_Get_address(data, address, ierr)
  call MPI_Type_create_hindexed(1, [2], [address], MPI_INTEGER, type, ierr)
  call MPI_Type_commit(type, ierr)
  call MPI_Bcast(MPI_BOTTOM, 1, type, 0, MPI_COMM_WORLD, ierr)
  call expect(all(data == [17, 4]), 'data from the bottom')
  call MPI_Get_address(MPI_BOTTOM, address, ierr)
  call expect(address == 0, 'the bottom')
  call MPI_Type_free(type, ierr)
  none = 0
  call MPI_Dist_graph_create(MPI_COMM_WORLD, 1, [rank], [1], [mod(rank + 1, n)], MPI_UNWEIGHTED, &
    MPI_INFO_NULL, .false., type, ierr)
  call MPI_Topo_test(type, kind, ierr)
  call expect(kind == MPI_DIST_GRAPH, 'a graph without weights')
  call MPI_Comm_free(type, ierr)
end subroutine

subroutine operators
  integer :: op, sum(2)
  logical :: commutes
  external :: add_integers

  call MPI_Op_create(add_integers, .true., op, ierr)
  call MPI_Op_commutative(op, commutes, ierr)
  call expect(commutes, 'it commutes')
  call MPI_Allreduce([rank, 1], sum, 2, MPI_INTEGER, op, MPI_COMM_WORLD, ierr)
  call expect(sum(1) == n * (n - 1) / 2 .and. sum(2) == n, 'a sum of our own')
  call MPI_Op_free(op, ierr)
  call expect(op == MPI_OP_NULL, 'no operator')
end subroutine

subroutine errors
  integer :: handler, seen, comm
  common /last_error/ seen, comm
  integer :: class, length, code
  character(len=MPI_MAX_ERROR_STRING) :: text
  external :: note_error

  call MPI_Comm_create_errhandler(note_error, handler, ierr)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler, ierr)
  call MPI_Errhandler_free(handler, ierr)
  seen = MPI_SUCCESS
  call MPI_Send(1, 1, MPI_INTEGER, n, 0, MPI_COMM_WORLD, code)
  call MPI_Error_class(code, class, ierr)
  call expect(class == MPI_ERR_RANK .and. seen == code .and. comm == MPI_COMM_WORLD, 'an error')
  call MPI_Error_string(class, text, length, ierr)
  call expect(length > 0 .and. length == len_trim(text), 'its text')
  call MPI_Send(1, 1, MPI_INTEGER, 0, 0, -5, code)
  call expect(code == MPI_ERR_COMM, 'no communicator')
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL, ierr)
end subroutine

subroutine attributes
  integer :: key, comm, copies, deletions
  common /calls_of_attributes/ copies, deletions
  integer(kind=MPI_ADDRESS_KIND) :: value
  logical :: flag
  external :: copy_twice, count_deletion

  copies = 0
  deletions = 0
  call MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, flag, ierr)
  call expect(flag .and. value >= 32767, 'the largest tag')
  call MPI_Comm_create_keyval(copy_twice, count_deletion, key, 1000_MPI_ADDRESS_KIND, ierr)
  call MPI_Comm_set_attr(MPI_COMM_WORLD, key, 2_MPI_ADDRESS_KIND**40, ierr)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierr)
  call MPI_Comm_get_attr(comm, key, value, flag, ierr)
  call expect(flag .and. value == 2_MPI_ADDRESS_KIND**41 .and. copies == 1, 'a copied attribute')
  call MPI_Comm_free(comm, ierr)
  call MPI_Comm_delete_attr(MPI_COMM_WORLD, key, ierr)
  call expect(deletions == 2, 'deleted attributes')
  call MPI_Comm_free_keyval(key, ierr)
  call MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, key, value, ierr)
  call MPI_Comm_set_attr(MPI_COMM_WORLD, key, 5_MPI_ADDRESS_KIND, ierr)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierr)
  call MPI_Comm_get_attr(comm, key, value, flag, ierr)
  call expect(flag .and. value == 5, 'an attribute that copies itself')
  call MPI_Comm_free(comm, ierr)
  call MPI_Comm_free_keyval(key, ierr)
end subroutine

! Those of MPI 1, which are INTEGER
subroutine old_attributes
  integer :: key, comm, value
  logical :: flag

  call MPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, key, 0, ierr)
  call MPI_Attr_put(MPI_COMM_WORLD, key, -3, ierr)
  call MPI_Attr_get(MPI_COMM_WORLD, key, value, flag, ierr)
  call expect(flag .and. value == -3, 'an old attribute')
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierr)
  call MPI_Attr_get(comm, key, value, flag, ierr)
  call expect(.not. flag, 'one that is not copied')
  call MPI_Attr_delete(MPI_COMM_WORLD, key, ierr)
  call MPI_Keyval_free(key, ierr)
  call MPI_Comm_free(comm, ierr)
end subroutine

subroutine requests
  integer :: request, freed
  common /freed_requests/ freed
  integer :: status(MPI_STATUS_SIZE), count
  integer(kind=MPI_ADDRESS_KIND) :: state
  external :: fill_in, note_free, note_cancel

  freed = 0
  state = 6
  call MPI_Grequest_start(fill_in, note_free, note_cancel, state, request, ierr)
  call MPI_Grequest_complete(request, ierr)
  call MPI_Wait(request, status, ierr)
  call MPI_Get_count(status, MPI_BYTE, count, ierr)
  call expect(count == 6 .and. freed == 1, 'a request of our own')
end subroutine

subroutine topologies
  integer :: comm, dims(1), coords(1), source, dest
  logical :: periods(1)

  call MPI_Cart_create(MPI_COMM_WORLD, 1, [n], [.true.], .false., comm, ierr)
  call MPI_Cart_get(comm, 1, dims, periods, coords, ierr)
  call expect(dims(1) == n .and. periods(1) .and. coords(1) == rank, 'a ring')
  call MPI_Cart_shift(comm, 0, 1, source, dest, ierr)
  call expect(dest == mod(rank + 1, n), 'its next')
  call MPI_Comm_free(comm, ierr)
end subroutine

end program

subroutine add_integers(in, inout, count, type)
  implicit none
  include 'mpif.h'
  integer :: count, type, in(count), inout(count)

  if (type == MPI_INTEGER) inout = inout + in
end subroutine

subroutine note_error(handle, code)
  implicit none
  integer :: handle, code, seen, comm
  common /last_error/ seen, comm

  seen = code
  comm = handle
end subroutine

subroutine copy_twice(comm, key, state, in, out, flag, ierr)
  implicit none
  include 'mpif.h'
  integer :: comm, key, ierr, copies, deletions
  common /calls_of_attributes/ copies, deletions
  integer(kind=MPI_ADDRESS_KIND) :: state, in, out
  logical :: flag

  flag = state == 1000
  out = 2 * in
  copies = copies + 1
  ierr = MPI_SUCCESS
end subroutine

subroutine count_deletion(comm, key, value, state, ierr)
  implicit none
  include 'mpif.h'
  integer :: comm, key, ierr, copies, deletions
  common /calls_of_attributes/ copies, deletions
  integer(kind=MPI_ADDRESS_KIND) :: value, state

  if (state == 1000) deletions = deletions + 1
  ierr = MPI_SUCCESS
end subroutine

subroutine fill_in(state, status, ierr)
  implicit none
  include 'mpif.h'
  integer(kind=MPI_ADDRESS_KIND) :: state
  integer :: status(MPI_STATUS_SIZE), ierr

  call MPI_Status_set_elements(status, MPI_BYTE, int(state), ierr)
  call MPI_Status_set_cancelled(status, .false., ierr)
end subroutine

subroutine note_free(state, ierr)
  implicit none
  include 'mpif.h'
  integer(kind=MPI_ADDRESS_KIND) :: state
  integer :: ierr, freed
  common /freed_requests/ freed

  freed = freed + 1
  ierr = MPI_SUCCESS
end subroutine

subroutine note_cancel(state, complete, ierr)
  implicit none
  include 'mpif.h'
  integer(kind=MPI_ADDRESS_KIND) :: state
  logical :: complete
  integer :: ierr

  ierr = MPI_SUCCESS
end subroutine
