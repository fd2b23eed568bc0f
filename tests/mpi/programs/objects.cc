// SPDX-License-Identifier: BSD-2-Clause
//
// Checks that this rank has the objects of a C++ program for itself, and prints how they end.
#include <cstdlib>
#include <iostream>
#include <mpi.h>
#include <sched.h>
#include <stdexcept>
#include <string>
#include <vector>

static void check(bool is_right, const char *what)
{
	if (is_right)
		return;
	std::cerr << "wrong: " << what << std::endl;
	std::exit(1);
}

struct Named {
	const char *name;
	int value;
	Named(const char *name, int value) : name(name), value(value) {}
	~Named() { std::cout << name << " " << value << "\n"; }
};

static Named global("static", 100);
thread_local Named of_thread("thread_local", 200);
inline int shared_by_objects = 0;
template <class T> struct Counter { static int count; };
template <class T> int Counter<T>::count = 0;

struct Shape { virtual ~Shape() {} };
struct Circle : Shape {};

static Named &local()
{
	static Named first("local", 300);
	return first;
}

// Formats and states of streams are the rank's.
static void check_streams(int rank)
{
	if (rank > 0) {
		std::string word;

		check(!(std::cin >> word) && std::cin.eof(), "input of another rank than 0");
	}
	std::cout.precision(rank + 3);
	for (int i = 0; i < 20; i++)
		sched_yield();
	check(std::cout.precision() == rank + 3, "precision");
}

static void check_exceptions(int rank)
{
	try {
		throw std::runtime_error(std::to_string(rank));
	} catch (const std::exception &error) {
		check(std::stoi(error.what()) == rank, "exception");
	}
	try {
		std::vector<int>().at(1);
		check(false, "no exception of the library");
	} catch (const std::out_of_range &) {
	}
	Circle circle;
	Shape &shape = circle;
	check(dynamic_cast<Circle *>(&shape) != nullptr, "dynamic_cast");
}

int main(int argc, char **argv)
{
	int rank;

	std::ios_base::sync_with_stdio(false);
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	global.value += rank;
	of_thread.value += rank;
	local().value += rank;
	shared_by_objects += rank;
	Counter<int>::count += rank;
	for (int i = 0; i < 20; i++)
		sched_yield();
	check(shared_by_objects == rank, "inline variable");
	check(Counter<int>::count == rank, "static member of a template");
	check_exceptions(rank);
	check_streams(rank);
	MPI_Finalize();
	std::cout << "a" << " line " << rank << std::endl;
	return 0;
}
