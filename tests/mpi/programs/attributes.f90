! SPDX-License-Identifier: BSD-2-Clause
! Attributes that Fortran sets and C gets, by C's own functions, and the other way round.
program attributes
  use mpi
  use iso_c_binding
  implicit none
  interface
    function c_set(comm, key, value) bind(C, name='MPI_Comm_set_attr')
      import
      integer(c_int) :: c_set
      integer(c_intptr_t), value :: comm
      integer(c_int), value :: key
      integer(c_intptr_t), value :: value
    end function
    function c_get(comm, key, value, flag) bind(C, name='MPI_Comm_get_attr')
      import
      integer(c_int) :: c_get
      integer(c_intptr_t), value :: comm
      integer(c_int), value :: key
      type(c_ptr) :: value
      integer(c_int) :: flag
    end function
    function c_handle(comm) bind(C, name='MPI_Comm_f2c')
      import
      integer(c_intptr_t) :: c_handle
      integer(c_int), value :: comm
    end function
  end interface
  integer(kind=MPI_ADDRESS_KIND), parameter :: far = 5000000000_MPI_ADDRESS_KIND
  integer(kind=MPI_ADDRESS_KIND) :: got
  integer(kind=MPI_ADDRESS_KIND), pointer :: long_value
  integer, pointer :: value
  integer :: code, rank, key, copy, old
  logical :: flag

  call MPI_INIT(code)
  call MPI_COMM_RANK(MPI_COMM_WORLD, rank, code)
  call MPI_COMM_CREATE_KEYVAL(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, key, far, code)

  call MPI_COMM_SET_ATTR(MPI_COMM_WORLD, key, far + rank, code)
  call c_f_pointer(of_c(MPI_COMM_WORLD), long_value)
  if (long_value /= far + rank) error stop 'C gets no pointer to the long integer'
  call MPI_COMM_DUP(MPI_COMM_WORLD, copy, code)
  call c_f_pointer(of_c(copy), long_value)
  if (long_value /= far + rank) error stop 'the copy differs'
  call MPI_COMM_GET_ATTR(copy, key, got, flag, code)
  if (.not. flag .or. got /= far + rank) error stop 'Fortran gets another integer'

  call MPI_ATTR_PUT(MPI_COMM_WORLD, key, 77 + rank, code)
  call c_f_pointer(of_c(MPI_COMM_WORLD), value)
  if (value /= 77 + rank) error stop 'C gets no pointer to the integer'
  call MPI_ATTR_GET(MPI_COMM_WORLD, key, old, flag, code)
  if (old /= 77 + rank) error stop 'Fortran gets another short integer'

  if (c_set(c_handle(copy), key, int(4096 + rank, c_intptr_t)) /= MPI_SUCCESS) &
    error stop 'C cannot set'
  call MPI_COMM_GET_ATTR(copy, key, got, flag, code)
  if (got /= 4096 + rank) error stop 'Fortran does not get the address'
  call MPI_COMM_FREE(copy, code)
  call MPI_COMM_DELETE_ATTR(MPI_COMM_WORLD, key, code)
  call MPI_COMM_FREE_KEYVAL(key, code)
  print '(a, i0, a)', 'rank ', rank, ' is fine'
  call MPI_FINALIZE(code)

contains

  function of_c(comm) result(place)
    integer, intent(in) :: comm
    type(c_ptr) :: place
    integer(c_int) :: there

    if (c_get(c_handle(comm), key, place, there) /= MPI_SUCCESS .or. there == 0) &
      error stop 'C gets none'
  end function
end program
