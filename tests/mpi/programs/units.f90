! SPDX-License-Identifier: BSD-2-Clause
!
! Checks that this rank has a Fortran process for itself: saved and common variables, units.
module counters
  implicit none
  integer, save :: saved = 5
end module

program units
  use mpi
  use counters
  implicit none
  integer :: error, rank, common_value, number
  character(len=200) :: folder
  character(len=20) :: name
  common /block/ common_value

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  saved = saved + rank
  common_value = rank
  call get_command_argument(1, folder)
  write(name, '(a,i0)') 'unit.', rank
  open(unit=10, file=trim(folder)//'/'//trim(name), status='replace', action='readwrite')
  call MPI_Barrier(MPI_COMM_WORLD, error)
  write(10, *) rank
  call MPI_Barrier(MPI_COMM_WORLD, error)
  rewind(10)
  read(10, *) number
  close(10)
  if (number /= rank .or. saved /= 5 + rank .or. common_value /= rank) error stop 1
  call MPI_Finalize(error)
  write(*, '(a)', advance='no') 'rank '
  write(*, '(i0,a)') rank, ' is fine'
  if (rank == 2) stop 7
end program
