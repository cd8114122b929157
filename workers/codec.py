"""Packs requests, answers and errors of jobs as MessagePack, and unpacks them with type checks.

Unlike unpickling, unpacking calls no function that the data chooses. A job is given by its name, a
value has the type that the job declares, and an error is given by the name of its class and its
arguments. Unpacking an unknown name or a value of another type raises `CodecError`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from inspect import signature
from types import MappingProxyType, NoneType
from typing import Any, TypeAlias, get_type_hints

import msgspec
from msgspec import Struct, field, inspect
from msgspec.inspect import AnyType, CustomType

from jobs.work import QUICK_WORK, Bound

Job: TypeAlias = Callable[[Any], Any]
"""A function with one parameter; the parameter and the answer are annotated."""
Encoding: TypeAlias = tuple[Callable[[Any], object], Callable[[Any], Any]]
"""A function that turns a value into plain values, and one that turns these into the value."""

MAX_DEPTH = 32
"""Maximum depth of nested tuples and encoded values in the arguments of an error."""


class CodecError(Exception):
    """Data or a value that does not fit the registry: an unknown name, or another type."""


class Registry(Struct, frozen=True):
    """The jobs that a worker runs, and the errors that it may return.

    - `jobs`: functions, found by their names.
    - `errors`: exceptions, found by the names of their classes, and created from their arguments.
    - `encodings`: functions for classes that msgspec does not support.
    - `bounds`: what jobs take at most; a job without a bound may be run with any priority.
    """

    jobs: Sequence[Job] = ()
    errors: Sequence[type[Exception]] = ()
    encodings: Mapping[type, Encoding] = field(default_factory=lambda: MappingProxyType({}))
    bounds: Mapping[Job, Bound] = field(default_factory=lambda: MappingProxyType({}))


class _Signature(Struct, frozen=True):
    function: Job
    request: msgspec.msgpack.Decoder[Any]
    answer: msgspec.msgpack.Decoder[Any]


class Codec:
    """Packs and unpacks the values of the jobs of a registry.

    Raises `CodecError` for a job whose annotations are missing or not supported. Supported are the
    types that msgspec checks by itself and those with an encoding. Of the structs in a union, each
    needs a tag.

    >>> def double(number: int) -> int:
    ...     return 2 * number
    >>> codec = Codec(Registry([double]))
    >>> codec.pack(21), codec.unpack_request("double", bytes([21]))
    (b'\\x15', 21)
    >>> codec.unpack_answer("double", codec.pack("21"))
    Traceback (most recent call last):
    ...
    workers.codec.CodecError: Expected `int`, got `str`
    """

    def __init__(self, registry: Registry) -> None:
        self._encodings = registry.encodings
        self._encoder = msgspec.msgpack.Encoder(enc_hook=self._encode)
        jobs: tuple[Job, ...] = (*registry.jobs, answer_probe)
        self._jobs = {job.__name__: self._signature(job) for job in jobs}
        self._names = {job: job.__name__ for job in jobs}
        self._errors = {error.__name__: error for error in registry.errors}
        self._by_name = {kind.__name__: kind for kind in registry.encodings}
        self._bounds = {job.__name__: bound for job, bound in registry.bounds.items()}

    def name_of(self, job: Job) -> str:
        """Return the name of a job; raises `CodecError` if it is not in the registry."""
        try:
            return self._names[job]
        except (KeyError, TypeError):
            raise CodecError(f"{job!r} is not a job of the registry") from None

    def require_quick(self, job: Job, request: object) -> None:
        """Raise `CodecError` unless a job may be run with the priority QUICK.

        It may if its bound of work is no more than `QUICK_WORK`, or its request has a field `quick`
        that is true.
        """
        bound = self._bounds.get(self.name_of(job))
        if bound and not getattr(request, "quick", bound.work <= QUICK_WORK):
            raise CodecError(f"{job.__name__} may take long, so it cannot be QUICK")

    def bound(self, name: str) -> Bound:
        """What the job with a name takes at most."""
        return self._bounds.get(name, Bound())

    def job(self, name: str) -> Job:
        """Return the job with a name; raises `CodecError` if there is none."""
        return self._of(name).function

    def pack(self, value: object) -> bytes:
        """Pack a request or an answer; raises `CodecError` if that is not possible."""
        try:
            return self._encoder.encode(value)
        except MemoryError:
            raise
        except Exception as error:
            raise CodecError(str(error)) from error

    def unpack_request(self, name: str, data: bytes | memoryview) -> Any:
        """Unpack the request of a job; raises `CodecError` if it has another type."""
        return _unpack(self._of(name).request, data)

    def unpack_answer(self, name: str, data: bytes | memoryview) -> Any:
        """Unpack the answer of a job; raises `CodecError` if it has another type."""
        return _unpack(self._of(name).answer, data)

    def pack_error(self, error: BaseException) -> bytes | None:
        """Pack an exception; None if its class is not in the registry, or an argument unsupported.

        Subclasses of a class in the registry do not count.
        """
        name = type(error).__name__
        if self._errors.get(name) is not type(error):
            return None
        try:
            return msgspec.msgpack.encode((name, self._pack_argument(error.args)))
        except CodecError:
            return None

    def unpack_error(self, data: bytes | memoryview) -> Exception:
        """Unpack an exception; raises `CodecError` if it is not one of the registry."""
        try:
            name, arguments = msgspec.msgpack.decode(data, type=tuple[str, list[Any]])
            return self._errors[name](*self._unpack_argument(arguments))
        except Exception as error:
            raise CodecError(f"not an error of the registry: {type(error).__name__}") from error

    def _of(self, name: str) -> _Signature:
        try:
            return self._jobs[name]
        except KeyError:
            raise CodecError(f"there is no job {name[:40]!r}") from None

    def _signature(self, job: Job) -> _Signature:
        hints = get_type_hints(job)
        answer = hints.pop("return", None)
        if len(signature(job).parameters) != 1 or len(hints) != 1 or answer is None:
            raise CodecError(f"{job.__name__} needs annotations of one parameter and of its answer")
        (request,) = hints.values()
        return _Signature(job, self._decoder(request), self._decoder(answer))

    def _decoder(self, kind: Any) -> msgspec.msgpack.Decoder[Any]:
        """Return a decoder of values of a type; raises `CodecError` for an unsupported type."""
        try:
            for part in _parts(inspect.type_info(kind)):
                foreign = isinstance(part, CustomType) and part.cls not in self._encodings
                if foreign or isinstance(part, AnyType):
                    raise CodecError(f"values of type {part} cannot be packed")
            return msgspec.msgpack.Decoder(kind, dec_hook=self._decode)
        except TypeError as error:
            raise CodecError(str(error)) from error

    def _encode(self, value: object) -> object:
        """Turn a value of a type with an encoding into plain values."""
        for kind, (pack, _) in self._encodings.items():
            if isinstance(value, kind):
                return pack(value)
        raise CodecError(f"values of type {type(value).__name__} cannot be packed")

    def _decode(self, kind: type, value: object) -> Any:
        return self._encodings[kind][1](value)

    def _pack_argument(self, value: object) -> object:
        """Turn an argument of an error, whose type is not declared, into plain values."""
        kind = type(value)
        if kind in self._encodings:
            return {kind.__name__: self._pack_argument(self._encodings[kind][0](value))}
        if kind is tuple and isinstance(value, tuple):
            return [self._pack_argument(each) for each in value]
        if kind in {int, float, str, bool, NoneType}:
            return value
        raise CodecError(f"{kind.__name__} cannot be an argument of an error")

    def _unpack_argument(self, value: Any, depth: int = 0) -> Any:
        if depth > MAX_DEPTH:
            raise CodecError(f"the arguments of an error are nested more than {MAX_DEPTH} deep")
        if isinstance(value, list):
            return tuple(self._unpack_argument(each, depth + 1) for each in value)
        if isinstance(value, dict):
            ((name, inner),) = value.items()
            return self._encodings[self._by_name[name]][1](self._unpack_argument(inner, depth + 1))
        return value


def answer_probe(_: None) -> None:
    """A job without effect, which `workers.probe` runs; it is in every registry."""


def _parts(info: inspect.Type | inspect.Field) -> Iterator[inspect.Type | inspect.Field]:
    """Yield the types of which a type consists, itself included."""
    yield info
    for value in msgspec.structs.astuple(info):
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, inspect.Type | inspect.Field):
                yield from _parts(part)


def _unpack(decoder: msgspec.msgpack.Decoder[Any], data: bytes | memoryview) -> Any:
    """Unpack a value; every exception becomes a `CodecError`, also that of a constructor."""
    try:
        return decoder.decode(data)
    except MemoryError:
        raise
    except Exception as error:
        raise CodecError(str(error)) from error
