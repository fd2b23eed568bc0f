// SPDX-License-Identifier: BSD-2-Clause
// Threads of a rank, made in three ways, know their rank: its variables, its output, its calls.
#include <mpi.h>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>
#ifdef _OPENMP
#include <omp.h>
#endif

static int rank, size;

static void
pass_on(int number)
{
	const int right = (rank + 1) % size, left = (rank + size - 1) % size;
	int out = 100 * rank + number, in = -1;

	MPI_Sendrecv(&out, 1, MPI_INT, right, number, &in, 1, MPI_INT, left, number, MPI_COMM_WORLD,
		     MPI_STATUS_IGNORE);
	if (in != 100 * left + number)
		MPI_Abort(MPI_COMM_WORLD, 9);
}

static void
say(int number)
{
	pass_on(number);
	std::printf("thread %d of rank %d\n", number, rank);
}

static void *
say_by_pthread(void *)
{
	say(1);
	return nullptr;
}

int
main(int, char **argv)
{
	const bool silent = argv[1] != nullptr;
	int provided, sum = 0;
	pthread_t thread;

	MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (silent) {
		// a thread waits for what nobody sends, the first one for its end
		std::thread([] {
			int word;

			MPI_Recv(&word, 1, MPI_INT, rank, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		}).join();
		return 0;
	}
	if (pthread_create(&thread, nullptr, say_by_pthread, nullptr) != 0)
		return 2;
	std::thread other(say, 2);
	pass_on(0);
	pthread_join(thread, nullptr);
	other.join();
#ifdef _OPENMP
#pragma omp parallel num_threads(3) reduction(+ : sum)
	{
		pass_on(10 + omp_get_thread_num());
		sum += omp_get_thread_num();
	}
	if (sum != 3)
		return 3;
#endif
	MPI_Finalize();
	std::printf("rank %d ends\n", rank);
	return 0;
}
