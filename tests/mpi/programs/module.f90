! SPDX-License-Identifier: BSD-2-Clause
! Calls by the module mpi: types of Fortran with their operators, sizes, memory, and lists of types.
program module
  use mpi
  use, intrinsic :: iso_c_binding
  implicit none
  integer :: ierr, rank, n

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  call reductions
  call kinds
  call sizes
  call memory
  call lists_of_types
  call clock
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
end subroutine

! A scalar, an array or a section of any type is a buffer.
subroutine reductions
  logical :: both
  real(8) :: x(2, 3), y(2, 3)
  complex :: product
  complex(8) :: sum
  integer :: pair(2)
  character(len=5) :: word
  real(16) :: long

  call MPI_Allreduce(rank == 0, both, 1, MPI_LOGICAL, MPI_LOR, MPI_COMM_WORLD, ierr)
  call expect(both, 'a disjunction')
  call MPI_Allreduce(rank == 0, both, 1, MPI_LOGICAL, MPI_LAND, MPI_COMM_WORLD, ierr)
  call expect(both .eqv. n == 1, 'a conjunction')
  x = rank
  call MPI_Allreduce(x, y, 6, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
  call expect(all(y == n - 1), 'the largest numbers')
  call MPI_Allreduce(x(2, :), y(1, 1), 3, MPI_REAL8, MPI_SUM, MPI_COMM_WORLD, ierr)
  call expect(y(1, 1) == n * (n - 1) / 2, 'a sum of a row')
  call MPI_Allreduce((0.0, 1.0), product, 1, MPI_COMPLEX, MPI_PROD, MPI_COMM_WORLD, ierr)
  call expect(abs(product - (0.0, 1.0)**n) < 1e-6, 'a complex product')
  call MPI_Allreduce((1d0, 2d0), sum, 1, MPI_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD, ierr)
  call expect(sum == n * (1d0, 2d0), 'a complex sum')
  call MPI_Allreduce([mod(rank + 1, n), rank], pair, 1, MPI_2INTEGER, MPI_MAXLOC, MPI_COMM_WORLD, ierr)
  call expect(pair(1) == n - 1 .and. pair(2) == mod(2 * n - 2, n), 'where the largest is')
  word = merge('hello', '     ', rank == 0)
  call MPI_Bcast(word, 5, MPI_CHARACTER, 0, MPI_COMM_WORLD, ierr)
  call expect(word == 'hello', 'a word')
  long = merge(1 / 3.0_16, 0.0_16, rank == 0)
  call MPI_Bcast(long, 1, MPI_REAL16, 0, MPI_COMM_WORLD, ierr)
  call expect(long == 1 / 3.0_16, 'a long number')
end subroutine

subroutine kinds
  integer, parameter :: real_kind = selected_real_kind(12, 200), whole_kind = selected_int_kind(15)
  integer :: type, bytes
  real(real_kind) :: x
  integer(whole_kind) :: i

  call MPI_Type_create_f90_real(12, 200, type, ierr)
  call MPI_Type_size(type, bytes, ierr)
  call expect(bytes == storage_size(x) / 8, 'the size of a real')
  call MPI_Allreduce(1.5_real_kind, x, 1, type, MPI_SUM, MPI_COMM_WORLD, ierr)
  call expect(x == 1.5_real_kind * n, 'a sum of reals')
  call MPI_Type_create_f90_integer(15, type, ierr)
  call MPI_Allreduce(10_whole_kind**15, i, 1, type, MPI_MAX, MPI_COMM_WORLD, ierr)
  call expect(i == 10_whole_kind**15, 'the largest of integers')
end subroutine

subroutine sizes
  integer(2) :: small
  double precision :: matrix(2, 2)
  character(len=7) :: week
  integer :: bytes, type

  call MPI_Sizeof(small, bytes, ierr)
  call expect(bytes == 2, 'the size of a small integer')
  call MPI_Sizeof(matrix, bytes, ierr)
  call expect(bytes == 8, 'the size of an element')
  call MPI_Sizeof(week, bytes, ierr)
  call expect(bytes == 7, 'the size of a text')
  call MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, type, ierr)
  call expect(type == MPI_REAL8, 'a type of that size')
end subroutine

subroutine memory
  type(c_ptr) :: base
  real, pointer :: x(:)
  integer(kind=MPI_ADDRESS_KIND) :: address

  call MPI_Alloc_mem(400_MPI_ADDRESS_KIND, MPI_INFO_NULL, base, ierr)
  call c_f_pointer(base, x, [100])
  x = rank
  call expect(sum(x) == 100 * rank, 'memory')
  call MPI_Free_mem(x, ierr)
  call MPI_Get_address(rank, address, ierr)
  call expect(MPI_Aint_diff(MPI_Aint_add(address, 8_MPI_ADDRESS_KIND), address) == 8, 'addresses')
end subroutine

! The lists that were made for the call are gone when the exchange takes place.
subroutine lists_of_types
  integer :: give(n), take(n), ones(n), places(n), types(n), request, i, type

  call MPI_Type_contiguous(1, MPI_INTEGER, type, ierr)
  call MPI_Type_commit(type, ierr)
  give = [(100 * rank + i, i = 0, n - 1)]
  ones = 1
  places = [(4 * i, i = 0, n - 1)]
  types = type
  take = -1
  call MPI_Alltoallw(give, ones, places, types, take, ones, places, types, MPI_COMM_WORLD, ierr)
  call expect(all(take == [(100 * i + rank, i = 0, n - 1)]), 'an exchange')
  take = -1
  call MPI_Ialltoallw(give, ones, places, types, take, ones, places, types, MPI_COMM_WORLD, &
    request, ierr)
  types = MPI_DATATYPE_NULL
  call MPI_Type_free(type, ierr)
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  call expect(all(take == [(100 * i + rank, i = 0, n - 1)]), 'an exchange beside the program')
end subroutine

subroutine clock
  double precision :: begin

  begin = MPI_Wtime()
  call expect(MPI_Wtime() >= begin .and. MPI_Wtick() > 0, 'the clock')
end subroutine

end program
