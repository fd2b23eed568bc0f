/* SPDX-License-Identifier: BSD-2-Clause */
/* The host refuses memory to calls on datatypes and operators, one request after the other:
 * each time a call returns MPI_ERR_NO_MEM, and nothing leaks. Linked as refuse.h says. */
#include "ranks.h"
#include "refuse.h"

enum { MANY = 40, MOST = 8 };

static MPI_Datatype made[MOST];
static int count;

static void
no_operation(void *in, void *inout, int *length, MPI_Datatype *type)
{
	(void)in, (void)inout, (void)length, (void)type;
}

static int
commit(void)
{
	return MPI_Type_commit(&made[count++]);
}

/* The following make a type of the one before, as made[count]. */

static int
indexed(void)
{
	int lengths[MANY];
	MPI_Aint places[MANY];

	for (int i = 0; i < MANY; i++) {
		lengths[i] = i % 3;
		places[i] = i * i * 8;
	}
	return MPI_Type_create_hindexed(MANY, lengths, places, MPI_INT, &made[count]);
}

static int
structure(void)
{
	const int lengths[] = { 1, 2, 1 };
	const MPI_Aint places[] = { 0, 16, 100000 };
	const MPI_Datatype types[] = { MPI_DOUBLE_INT, made[count - 1], MPI_CHAR };

	return MPI_Type_create_struct(3, lengths, places, types, &made[count]);
}

static int
subarray(void)
{
	const int sizes[] = { 4, 5 }, subsizes[] = { 2, 3 }, starts[] = { 1, 1 };

	return MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C, made[count - 1],
					&made[count]);
}

static int
darray(void)
{
	const int sizes[] = { 9, 7 }, distributions[] = { MPI_DISTRIBUTE_CYCLIC,
		MPI_DISTRIBUTE_BLOCK }, arguments[] = { 2, MPI_DISTRIBUTE_DFLT_DARG };
	const int processes[] = { 2, 2 };

	return MPI_Type_create_darray(4, 1, 2, sizes, distributions, arguments, processes,
				      MPI_ORDER_FORTRAN, made[count - 1], &made[count]);
}

static int
dup(void)
{
	return MPI_Type_dup(made[count - 1], &made[count]);
}

static int
name(void)
{
	return MPI_Type_set_name(made[count - 1], "name");
}

static int
name_predefined(void)
{
	return MPI_Type_set_name(MPI_FLOAT, "name");
}

static int
attribute(void)
{
	int keyval, code = MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN,
						  &keyval, NULL);

	if (code)
		return code;
	code = MPI_Type_set_attr(made[count - 1], keyval, NULL);
	MPI_Type_free_keyval(&keyval);
	return code;
}

static int
of_fortran(void)
{
	MPI_Datatype type;

	return MPI_Type_create_f90_real(7, 40, &type);
}

static int
operator(void)
{
	MPI_Op op;
	int code = MPI_Op_create(no_operation, 1, &op);

	return code ? code : MPI_Op_free(&op);
}

static int (*const steps[])(void) = {
	indexed, commit, structure, commit, name, attribute, dup, commit, subarray, commit, darray,
	commit, name_predefined, of_fortran, operator,
};

/* Takes the steps up to the first that fails, and frees what they made. *requests is how often
 * the host was asked. */
static int
run_steps(long *requests)
{
	int code = MPI_SUCCESS;

	count = 0;
	for (int i = 0; i < MOST; i++)
		made[i] = MPI_DATATYPE_NULL;
	for (size_t i = 0; i < COUNT(steps) && code == MPI_SUCCESS; i++)
		code = steps[i]();
	*requests = refuse_calls();
	refuse(0, false);
	for (int i = 0; i < MOST; i++)
		if (made[i] != MPI_DATATYPE_NULL)
			WELL(MPI_Type_free(&made[i]));
	return code;
}

static int
refused_in_turn(int argc, char **argv)
{
	long refused = 0, requests = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	for (long i = 1; requests >= i - 1; i++) {
		int code;

		refuse(i, false);
		code = run_steps(&requests);
		EXPECT(code == MPI_SUCCESS || code == MPI_ERR_NO_MEM);
		refused += code == MPI_ERR_NO_MEM;
	}
	EXPECT(refused > 50);
	MPI_Finalize();
	return 0;
}

static void
test_refused_in_turn(void **state)
{
	const struct given before = refuse_given();

	(void)state;
	run_ranks("full:1", refused_in_turn);
	assert_int_equal(refuse_given().blocks, before.blocks);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_refused_in_turn),
	};

	return RUN_TESTS(tests);
}
