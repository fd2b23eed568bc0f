! SPDX-License-Identifier: BSD-2-Clause
!
! Checks that this rank has a Fortran process for itself: saved and common variables, units.
module counters
  implicit none
  integer, save :: saved = 5
end module

program units
  use iso_c_binding
  use counters
  implicit none
  interface
    integer(c_int) function init(argc, argv) bind(c, name="MPI_Init")
      import
      type(c_ptr), value :: argc, argv
    end function
    integer(c_int) function comm_rank(comm, rank) bind(c, name="MPI_Comm_rank")
      import
      integer(c_intptr_t), value :: comm
      integer(c_int) :: rank
    end function
    integer(c_int) function barrier(comm) bind(c, name="MPI_Barrier")
      import
      integer(c_intptr_t), value :: comm
    end function
    integer(c_int) function finalize() bind(c, name="MPI_Finalize")
      import
    end function
  end interface
  integer(c_intptr_t), parameter :: world = 257
  integer :: error, rank, common_value, number
  character(len=200) :: folder
  character(len=20) :: name
  common /block/ common_value

  error = init(c_null_ptr, c_null_ptr)
  error = comm_rank(world, rank)
  saved = saved + rank
  common_value = rank
  call get_command_argument(1, folder)
  write(name, '(a,i0)') 'unit.', rank
  open(unit=10, file=trim(folder)//'/'//trim(name), status='replace', action='readwrite')
  error = barrier(world)
  write(10, *) rank
  error = barrier(world)
  rewind(10)
  read(10, *) number
  close(10)
  if (number /= rank .or. saved /= 5 + rank .or. common_value /= rank) error stop 1
  error = finalize()
  write(*, '(a)', advance='no') 'rank '
  write(*, '(i0,a)') rank, ' is fine'
  if (rank == 2) stop 7
end program
