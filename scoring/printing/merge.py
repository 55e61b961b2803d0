"""Assembly of PDF pages: parts merged, with forms and codes under their pages."""

from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from itertools import islice

from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    IndirectObject,
    NameObject,
    PdfObject,
    StreamObject,
)

from scoring.printing.document import Code, Part
from scoring.printing.qr import drawing_of

FORM = NameObject("/Form")


def bound(
    parts: Sequence[Part],
    pdfs: Sequence[bytes],
    forms: Mapping[Part, bytes],
    backs: Mapping[Part, bytes],
) -> bytes:
    """Bind the pages of all parts as one file.

    `forms` has the page of each form, `backs` that of each back.
    """
    if len(parts) == 1 and not (parts[0].codes or parts[0].form or parts[0].back):
        return pdfs[0]
    writer = PdfWriter(clone_from=BytesIO(pdfs[0]))
    ends = [len(writer.pages)]
    for pdf in pdfs[1:]:
        writer.append(BytesIO(pdf), import_outline=False)
        ends.append(len(writer.pages))
    added = {
        form: _add_form(writer, PdfReader(BytesIO(pdf)).pages[0])
        for form, pdf in forms.items()
    }
    pages = iter(writer.pages)
    for part, first, end in zip(parts, [0, *ends], ends, strict=False):
        part_pages = list(islice(pages, end - first))
        if part.codes or part.form:
            form = added[part.form] if part.form else None
            _finish(writer, part_pages, part.codes or ((),) * len(part_pages), form)
    if backs:
        _insert_backs(writer, parts, [0, *ends], backs)
    buffer = BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def _insert_backs(
    writer: PdfWriter,
    parts: Sequence[Part],
    ends: Sequence[int],
    backs: Mapping[Part, bytes],
) -> None:
    """Put a back after each page, a blank one if its part has no back."""
    back_pages = {part: PdfReader(BytesIO(pdf)).pages[0] for part, pdf in backs.items()}
    last_to_first = zip(parts[::-1], ends[-2::-1], ends[:0:-1], strict=True)
    for part, first, end in last_to_first:
        for index in range(end, first, -1):
            if part.back:
                writer.insert_page(back_pages[part.back], index)
            else:
                writer.insert_blank_page(index=index)


def _finish(
    writer: PdfWriter,
    pages: Sequence[PageObject],
    codes: Iterable[Iterable[Code]],
    form: IndirectObject | None,
) -> None:
    """Draw the form and the codes under each of these pages."""
    for page, on_it in zip(pages, codes, strict=True):
        drawing = b"".join(map(drawing_of, on_it))
        if form is not None:
            _name_form(page, form)
            drawing = b"q /Form Do Q\n" + drawing
        _draw_under(writer, page, drawing)


def _draw_under(writer: PdfWriter, page: PageObject, drawing: bytes) -> None:
    """Put a drawing, in PDF operators, under the content of a page."""
    stream = DecodedStreamObject()
    stream.set_data(drawing)
    contents = page.get("/Contents")
    rest = contents.get_object() if contents is not None else None
    streams = rest if isinstance(rest, ArrayObject) else [contents]
    page[NameObject("/Contents")] = ArrayObject(
        [_added(writer, stream.flate_encode()), *streams]
    )


def _add_form(writer: PdfWriter, page: PageObject) -> IndirectObject:
    plain, contents = DecodedStreamObject(), page.get_contents()
    plain.set_data(contents.get_data() if contents is not None else b"")
    form = plain.flate_encode()
    form[NameObject("/Type")] = NameObject("/XObject")
    form[NameObject("/Subtype")] = NameObject("/Form")
    form[NameObject("/BBox")] = page.mediabox.clone(writer)
    form[NameObject("/Resources")] = page["/Resources"].clone(writer)
    return _added(writer, form)


def _added(writer: PdfWriter, stream: StreamObject) -> IndirectObject:
    # pypdf's manual adds objects this way; there is no public method.
    return writer._add_object(stream)


def _name_form(page: PageObject, reference: IndirectObject) -> None:
    """Add the form to a page's resources, which WeasyPrint's pages can share."""
    resources = _dictionary(page["/Resources"])
    if "/XObject" not in resources:
        resources[NameObject("/XObject")] = DictionaryObject()
    _dictionary(resources["/XObject"])[FORM] = reference


def _dictionary(part: PdfObject) -> DictionaryObject:
    """Return the object, which the PDF format requires to be a dictionary."""
    if not isinstance(part, DictionaryObject):
        raise TypeError(f"{type(part).__name__} where a PDF has a dictionary")
    return part
