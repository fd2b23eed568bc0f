/* SPDX-License-Identifier: BSD-2-Clause */
/* The file of a program: read, and judged whether copies of it can be loaded. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "image.h"
#include "own.h"

#if defined __x86_64__
#define MACHINE EM_X86_64
#define THREAD_OFFSET R_X86_64_TPOFF64
#define RESOLVER R_X86_64_IRELATIVE
#elif defined __aarch64__
#define MACHINE EM_AARCH64
#define THREAD_OFFSET R_AARCH64_TLS_TPREL
#define RESOLVER R_AARCH64_IRELATIVE
#else
#error "The loader of MPI programs knows the relocations of x86-64 and aarch64."
#endif

#define COMPILE_IT "compile and link it with vcubecc, vcubecxx or vcubefort"

int
image_refuse(const struct image *image, struct vcube_error *error, const char *format, ...)
{
	const int room = sizeof error->text;
	va_list arguments;
	int used = snprintf(error->text, sizeof error->text, "%s ", image->path);

	va_start(arguments, format);
	if (used < room)
		vsnprintf(error->text + used, (size_t)(room - used), format, arguments);
	va_end(arguments);
	return error->code = VCUBE_EINVAL;
}

static int
read_file(struct image *image, struct vcube_error *error)
{
	struct stat status;
	void *bytes;

	image->file = open(image->path, O_RDONLY | O_CLOEXEC);
	if (image->file < 0 || fstat(image->file, &status))
		return image_refuse(image, error, "cannot be read: %s", strerror(errno));
	if (!S_ISREG(status.st_mode) || status.st_size == 0)
		return image_refuse(image, error, "is not a program");
	image->size = (size_t)status.st_size;
	bytes = mmap(NULL, image->size, PROT_READ, MAP_PRIVATE, image->file, 0);
	if (bytes == MAP_FAILED)
		return image_refuse(image, error, "cannot be read: %s", strerror(errno));
	image->bytes = bytes;
	return 0;
}

static bool
is_inside(const struct image *image, size_t offset, size_t bytes)
{
	return offset <= image->size && bytes <= image->size - offset;
}

const void *
image_at(const struct image *image, ElfW(Addr) address)
{
	for (int i = 0; i < image->count; i++) {
		const ElfW(Phdr) *h = &image->headers[i];

		if (h->p_type == PT_LOAD && address >= h->p_vaddr && address - h->p_vaddr < h->p_filesz)
			return image->bytes + h->p_offset + (address - h->p_vaddr);
	}
	return NULL;
}

ElfW(Xword)
image_value(const struct image *image, ElfW(Sxword) tag)
{
	for (size_t i = 0; i < image->dynamics; i++)
		if (image->dynamic[i].d_tag == tag)
			return image->dynamic[i].d_un.d_val;
	return 0;
}

const char *
image_string(const struct image *image, ElfW(Xword) at)
{
	const char *strings = image_at(image, image_value(image, DT_STRTAB));

	return strings && at < image_value(image, DT_STRSZ) ? strings + at : "";
}

const char *
image_word(const struct image *image, ElfW(Sxword) tag)
{
	const ElfW(Xword) at = image_value(image, tag);

	return at ? image_string(image, at) : "";
}

static int
read_headers(struct image *image, struct vcube_error *error)
{
	const ElfW(Ehdr) *head = (const void *)image->bytes;

	if (image->size > 2 && memcmp(image->bytes, "#!", 2) == 0)
		return image_refuse(image, error, "is a script; name the program that it executes");
	if (image->size < sizeof *head || memcmp(head->e_ident, ELFMAG, SELFMAG) != 0)
		return image_refuse(image, error, "is not a program; " COMPILE_IT);
	if (head->e_machine != MACHINE || head->e_ident[EI_CLASS] != ELFCLASS64)
		return image_refuse(image, error, "is a program for another processor; " COMPILE_IT " here");
	if (!is_inside(image, head->e_phoff, head->e_phnum * sizeof *image->headers))
		return image_refuse(image, error, "is cut off; link it again");
	image->headers = (const void *)(image->bytes + head->e_phoff);
	image->count = head->e_phnum;
	for (int i = 0; i < image->count; i++) {
		const ElfW(Phdr) *h = &image->headers[i];

		if (h->p_type == PT_LOAD && !is_inside(image, h->p_offset, h->p_filesz))
			return image_refuse(image, error, "is cut off; link it again");
		if (h->p_type == PT_DYNAMIC) {
			image->dynamic = (ElfW(Dyn) *)image_at(image, h->p_vaddr);
			image->dynamics = image->dynamic ? h->p_filesz / sizeof *image->dynamic : 0;
		}
	}
	return 0;
}

/* Is it the library of another MPI? */
static bool
is_mpi(const char *library)
{
	static const char *const names[] = {
		"libmpi.so", "libmpi_cxx.so", "libmpi_mpifh.so", "libmpich.so", "libmpicxx.so",
		"libmpichcxx.so", "libmpifort.so", "libmpichfort.so", "libmpi_usempif08.so",
		"libmpi_abi.so",
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strncmp(library, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

const char *
image_need(const struct image *image, int number)
{
	for (size_t i = 0; i < image->dynamics; i++) {
		const ElfW(Dyn) *d = &image->dynamic[i];

		if (d->d_tag == DT_NEEDED && number-- == 0)
			return image_string(image, d->d_un.d_val);
	}
	return NULL;
}

static const char *
find_library(const struct image *image, bool (*is_wanted)(const char *name))
{
	const char *name;

	for (int i = 0; (name = image_need(image, i)) != NULL; i++)
		if (is_wanted(name))
			return name;
	return NULL;
}

const char *
image_other_mpi(const struct image *image)
{
	return find_library(image, is_mpi);
}

static bool
is_sanitizer(const char *library)
{
	return strncmp(library, "libasan.so", 10) == 0 || strncmp(library, "libtsan.so", 10) == 0 ||
	       strncmp(library, "liblsan.so", 10) == 0;
}

const char *
image_sanitizer(const struct image *image)
{
	return find_library(image, is_sanitizer);
}

/* Find a relocation of this kind in one of the program's two tables. */
static const ElfW(Rela) *
find_relocation(const struct image *image, ElfW(Xword) kind)
{
	static const ElfW(Sxword) tables[][2] = { { DT_RELA, DT_RELASZ }, { DT_JMPREL, DT_PLTRELSZ } };

	for (int t = 0; t < 2; t++) {
		const ElfW(Rela) *list = image_at(image, image_value(image, tables[t][0]));
		const size_t count = list ? image_value(image, tables[t][1]) / sizeof *list : 0;

		for (size_t i = 0; i < count; i++)
			if (ELF64_R_TYPE(list[i].r_info) == kind)
				return &list[i];
	}
	return NULL;
}

static const char *
symbol_of(const struct image *image, const ElfW(Rela) *relocation)
{
	const ElfW(Sym) *symbols = image_at(image, image_value(image, DT_SYMTAB));
	const char *name = "";

	if (symbols && relocation)
		name = image_string(image, symbols[ELF64_R_SYM(relocation->r_info)].st_name);
	return *name ? name : "a static one";
}

/* A thread-local variable at a fixed offset from the thread's pointer has room only for some
 * copies. */
static int
check_thread_local(const struct image *image, const char *otherwise, struct vcube_error *error)
{
	const ElfW(Rela) *relocation = find_relocation(image, THREAD_OFFSET);

	if (!relocation && !(image_value(image, DT_FLAGS) & DF_STATIC_TLS))
		return 0;
	return image_refuse(image, error, "has a thread-local variable (%s) of the model initial-exec, "
		      "which cannot be copied for each rank; leave out -ftls-model and tls_model(), "
		      "and compile with vcubecc%s", symbol_of(image, relocation), otherwise);
}

/* How many symbols its table has. A newer table of hashes has them in chains, whose last one is
 * marked; those before the first are missing in the file. */
static size_t
count_symbols(const struct image *image)
{
	const ElfW(Word) *newer = image_at(image, image_value(image, DT_GNU_HASH));
	const ElfW(Word) *older = image_at(image, image_value(image, DT_HASH)), *buckets, *chains;
	size_t last = 0;

	if (!newer)
		return older ? older[1] : 0;
	buckets = newer + 4 + newer[2] * sizeof(ElfW(Addr)) / sizeof *newer;
	chains = buckets + newer[0];
	for (size_t i = 0; i < newer[0]; i++)
		if (buckets[i] > last)
			last = buckets[i];
	if (last < newer[1])
		return newer[1];
	while (!(chains[last - newer[1]] & 1))
		last++;
	return last + 1;
}

static bool
has_symbol(const struct image *image, bool (*is_it)(const struct image *image, const ElfW(Sym) *symbol))
{
	const ElfW(Sym) *symbols = image_at(image, image_value(image, DT_SYMTAB));
	const size_t count = symbols ? count_symbols(image) : 0;

	for (size_t i = 1; i < count; i++)
		if (is_it(image, &symbols[i]))
			return true;
	return false;
}

static bool
is_resolver(const struct image *image, const ElfW(Sym) *symbol)
{
	(void)image;
	return symbol->st_shndx != SHN_UNDEF && ELF64_ST_TYPE(symbol->st_info) == STT_GNU_IFUNC;
}

/* Does code of its own run while it is linked? */
static bool
has_resolvers(const struct image *image)
{
	return find_relocation(image, RESOLVER) || has_symbol(image, is_resolver);
}

/* Does its table of strings have this name? */
static bool
has_name(const struct image *image, const char *name)
{
	const char *strings = image_at(image, image_value(image, DT_STRTAB));
	const size_t size = image_value(image, DT_STRSZ);
	char zeros[64];
	const int length = snprintf(zeros, sizeof zeros, "%c%s%c", '\0', name, '\0');

	return strings && memmem(strings, size, zeros, (size_t)length);
}

static int
check(const struct image *image, struct vcube_error *error)
{
	const ElfW(Ehdr) *head = (const void *)image->bytes;
	const char *mpi = image_other_mpi(image);

	if (mpi)
		return image_refuse(image, error, "was built for another MPI (%s); " COMPILE_IT, mpi);
	if (head->e_type != ET_DYN || !image->dynamic || (image_value(image, DT_FLAGS_1) & DF_1_PIE))
		return image_refuse(image, error, "is a plain executable, which cannot be loaded once "
			      "for each rank; " COMPILE_IT);
	if (!has_name(image, OWN_SYMBOL))
		return image_refuse(image, error, "was not linked by vcubecc; " COMPILE_IT);
	return check_thread_local(image, "", error);
}

static int
read_image(struct image *image, const char *path, struct vcube_error *error)
{
	char *absolute = realpath(path, NULL);
	int code;

	*image = (struct image) { .path = absolute ? absolute : strdup(path), .file = -1 };
	code = read_file(image, error);
	return code ? code : read_headers(image, error);
}

int
image_open(struct image *image, const char *path, struct vcube_error *error)
{
	int code = read_image(image, path, error);

	if (!code)
		code = check(image, error);
	if (!code)
		image->has_resolvers = has_resolvers(image);
	if (code)
		image_close(image);
	return code;
}

/* --- libraries */

int
image_open_library(struct image *image, const char *path)
{
	struct vcube_error error;
	int code = read_image(image, path, &error);

	if (!code && !image->dynamic)
		code = VCUBE_EINVAL;
	if (code)
		image_close(image);
	return code;
}

/* Also "mpi_init_", in Fortran */
static bool
is_call(const char *name)
{
	return strncmp(name, "MPI_", 4) == 0 || strncmp(name, "PMPI_", 5) == 0 ||
	       (strncmp(name, "mpi_", 4) == 0 && name[strlen(name) - 1] == '_');
}

static bool
lacks_call(const struct image *image, const ElfW(Sym) *symbol)
{
	return symbol->st_shndx == SHN_UNDEF && is_call(image_string(image, symbol->st_name));
}

static bool
is_our_mpi(const char *library)
{
	return strncmp(library, "libvcube-mpi.so", strlen("libvcube-mpi.so")) == 0;
}

bool
image_calls_mpi(const struct image *image)
{
	return find_library(image, is_our_mpi) || has_symbol(image, lacks_call);
}

int
image_check_library(struct image *image, struct vcube_error *error)
{
	image->has_resolvers = has_resolvers(image);
	return check_thread_local(image, "; or let all ranks share the library by --shared-lib", error);
}

/* Up to the end of its last page, unless the file has other data there. Resolvers might be in the
 * code itself. */
struct room
image_room(const struct image *image, size_t wanted)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);

	for (int i = 0; i < image->count; i++) {
		const ElfW(Phdr) *h = &image->headers[i], *next = i + 1 < image->count ? h + 1 : NULL;
		const size_t end = h->p_offset + h->p_filesz, last = (end + page - 1) / page * page;
		const size_t most = next && next->p_type == PT_LOAD && next->p_offset >= last ? last : end;
		const size_t least = image->has_resolvers ? end : h->p_offset;

		if (h->p_type == PT_LOAD && h->p_flags & PF_X && most - least >= wanted)
			return (struct room) { h->p_vaddr + (most - wanted - h->p_offset), most - wanted, wanted };
	}
	return (struct room) { 0 };
}

void
image_close(struct image *image)
{
	for (int i = 0; i < image->library_count; i++)
		image_close(image->libraries[i]);
	if (image->bytes)
		munmap((void *)image->bytes, image->size);
	if (image->file >= 0)
		close(image->file);
	free(image->path);
	*image = (struct image) { .file = -1 };
}
