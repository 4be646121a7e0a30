import type { Scheme } from '../model/card/schemas'
import { schemeName } from '../model/card/scheme-name'
import type { DocumentContent, Party } from '../model/document/content'
import { countryName } from '../model/formats'
import { moneyIn } from '../model/money/format-money'
import { closeSheet } from './close-sheet'
import { drawLines } from './draw-lines'
import { drawNotes, drawTotals } from './draw-totals'
import type { IssuedDocument } from './issued'
import { dayIn, nameOfRest, reversalIn } from './movement-words'
import { heightOf, put } from './put-text'
import { artifact, grey, openSheet, type Sheet, tag } from './sheet'
import { type DocumentWords, documentTexts } from './texts'

interface Attachment {
  name: string
  content: Uint8Array
  /** RDF that describes the attachment in the file's metadata. */
  metadata: string
}

/**
 * Draws a document as a PDF. The same document always gives the same bytes: nothing here depends on the clock, chance
 * or settings.
 */
export async function drawDocument(
  document: IssuedDocument,
  { logo, attachment }: { logo?: Uint8Array | undefined; attachment?: Attachment | undefined },
): Promise<Uint8Array> {
  const { content, kind, number } = document
  const words = documentTexts[content.language]
  const title = `${words.titles[kind]} ${number}`
  const sheet = openSheet({
    title,
    language: content.language,
    created: document.issued,
    colour: content.branding.colour,
    head: (sheet) =>
      drawRunningHead(sheet, content.isTest ? `${title} · ${words.test}` : title, nameOf(content)),
  })
  drawHead(sheet, document, words, logo)
  drawFacts(sheet, document, words)
  drawParties(sheet, content, words)
  drawSummary(sheet, document, words)
  await drawLines(sheet, {
    currency: document.currency,
    lines: content.lines,
    nameOfRest: nameOfRest(document, words),
    content,
    words,
  })
  await drawTotals(sheet, document, words)
  drawNotes(sheet, document, words)
  if (attachment) attach(sheet, attachment, document.issued)
  return closeSheet(sheet, { text: footerOf(content, words), page: words.page })
}

const nameOf = ({ branding, seller }: DocumentContent): string => branding.name || (seller.name ?? '')

const logoSize = { width: 170, height: 48 }

function drawHead(
  sheet: Sheet,
  { content, kind }: IssuedDocument,
  words: DocumentWords,
  logo: Uint8Array | undefined,
): void {
  const { pdf, left, width, accent, root, y } = sheet
  const half = width / 2
  if (logo)
    tag(
      sheet,
      root,
      'Figure',
      // PDFKit needs a `Buffer`.
      () => pdf.image(Buffer.from(logo), left, y, { fit: [logoSize.width, logoSize.height] }),
      { alt: nameOf(content) },
    )
  else
    tag(sheet, root, 'P', () => {
      put(sheet, nameOf(content), left, y + 3, half - 20, { size: 15, weight: 'bold', colour: accent })
    })
  const titleStyle = { size: 22, weight: 'bold', align: 'right' } as const
  const height = heightOf(sheet, words.titles[kind], half, titleStyle)
  tag(sheet, root, 'H1', () => put(sheet, words.titles[kind], left + half, y - 2, half, titleStyle))
  const nameHeight = heightOf(sheet, nameOf(content), half - 20, { size: 15, weight: 'bold' })
  sheet.y += Math.max(logo ? logoSize.height : nameHeight + 3, height) + 14
  artifact(sheet, () => pdf.rect(left, sheet.y, width, 2).fill(accent))
  sheet.y += 20
}

function drawRunningHead(sheet: Sheet, title: string, name: string): void {
  const half = sheet.width / 2 - 8
  const style = { size: 8, colour: grey } as const
  const heights = [
    put(sheet, name, sheet.left, sheet.y, half, style),
    put(sheet, title, sheet.left + half + 16, sheet.y, half, { ...style, align: 'right' }),
  ]
  sheet.y += Math.max(...heights) + 16
}

const listIn = (locale: string, texts: readonly string[]): string => new Intl.ListFormat(locale).format(texts)

const movedOn = ({ moved, supplied }: DocumentContent): string => moved ?? supplied

function drawFacts(
  sheet: Sheet,
  { content, kind, number, issuedOn }: IssuedDocument,
  words: DocumentWords,
): void {
  const { locale, supplied, order, reverses } = content
  const day =
    kind === 'credit-note'
      ? { label: words.refundedOn, lines: [dayIn(locale, movedOn(content))] }
      : { label: words.supplied, lines: [dayIn(locale, supplied)] }
  drawColumns(sheet, [
    { label: words.numbers[kind], lines: [number] },
    { label: words.issued, lines: [dayIn(locale, issuedOn)] },
    // Nothing was refunded on any day.
    ...(reverses === 'charge' ? [] : [day]),
    { label: words.order, lines: [order.number ?? order.id] },
  ])
}

function drawParties(
  sheet: Sheet,
  { seller, buyer, branding, locale }: DocumentContent,
  words: DocumentWords,
) {
  const email = seller.email ?? branding.supportEmail
  const parties = [
    { label: words.seller, lines: linesOf({ ...seller, ...(email && { email }) }, locale, words) },
    { label: words.buyer, lines: linesOf(buyer, locale, words) },
  ]
  drawColumns(
    sheet,
    parties.filter(({ lines }) => lines.length > 0),
    2,
  )
}

/** Draws labelled texts beside each other. The first line of a party is its name. */
function drawColumns(
  sheet: Sheet,
  columns: { label: string; lines: string[] }[],
  count = columns.length,
): void {
  const between = 16
  const width = (sheet.width - between * (count - 1)) / count
  const heights = columns.map(({ label, lines }, at) => {
    const x = sheet.left + at * (width + between)
    let { y } = sheet
    tag(sheet, sheet.root, 'P', () => {
      y += put(sheet, label, x, y, width, { size: 7.5, colour: grey }) + 2
      for (const [index, line] of lines.entries()) {
        const isName = index === 0 && lines.length > 1
        y += put(sheet, line, x, y, width, { size: 9, ...(isName && { weight: 'bold' }) })
      }
    })
    return y - sheet.y
  })
  sheet.y += Math.max(...heights) + 20
}

function linesOf(
  { name, address, organisationNumber, vatNumber, taxNumber, phone, email, particulars }: Party,
  locale: string,
  words: DocumentWords,
): string[] {
  const { street, zipCode, city, countryCode } = address ?? {}
  const country = countryCode && countryName(countryCode, locale)
  const lines = [
    name,
    street,
    [zipCode, city].filter(Boolean).join(' '),
    country,
    organisationNumber && `${words.organisationNumber} ${organisationNumber}`,
    vatNumber && `${words.vatNumber} ${vatNumber}`,
    taxNumber && `${words.taxNumber} ${taxNumber}`,
    phone,
    email,
    particulars,
  ]
  return lines.flatMap((line) => line || [])
}

/** The amount in large type, and how it was paid. */
function drawSummary(sheet: Sheet, { content, kind, gross, currency }: IssuedDocument, words: DocumentWords) {
  const { locale, card, corrects } = content
  const { root, left, width } = sheet
  const cardText = card && words.card(schemeName(card.scheme as Scheme), card.last4)
  const day = dayIn(locale, movedOn(content))
  const named = (corrected: { number: string; issued: string }) =>
    words.named(corrected.number, dayIn(locale, corrected.issued))
  tag(sheet, root, 'P', () => {
    sheet.y += put(sheet, moneyIn(locale, { amount: gross, currency }), left, sheet.y, width, {
      size: 18,
      weight: 'bold',
      tabular: true,
    })
  })
  if (content.isTest)
    tag(sheet, root, 'P', () => {
      sheet.y += put(sheet, words.test, left, sheet.y, width, { size: 9, weight: 'bold' })
    })
  const sentences = [
    reversalIn(content, words) ??
      (kind === 'credit-note' ? words.refunded(day, cardText) : words.paid(day, cardText)),
    ...(corrects ? [words.corrects(listIn(locale, corrects.map(named)))] : []),
  ]
  for (const sentence of sentences)
    tag(sheet, root, 'P', () => {
      sheet.y += put(sheet, sentence, left, sheet.y, width, { size: 9, colour: grey })
    })
  sheet.y += 22
}

function footerOf({ seller, branding }: DocumentContent, words: DocumentWords): string {
  const { street, zipCode, city } = seller.address ?? {}
  const parts = [
    seller.name,
    [street, [zipCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    seller.organisationNumber && `${words.organisationNumber} ${seller.organisationNumber}`,
    seller.vatNumber && `${words.vatNumber} ${seller.vatNumber}`,
    seller.taxNumber && `${words.taxNumber} ${seller.taxNumber}`,
    seller.phone,
    seller.email ?? branding.supportEmail,
  ]
  // Lines break between the parts only.
  return parts.flatMap((part) => part?.replaceAll(' ', '\u00a0') || []).join('\u00a0\u00a0· ')
}

function attach({ pdf }: Sheet, { name, content, metadata }: Attachment, date: Date): void {
  const options = {
    name,
    type: 'text/xml',
    creationDate: date,
    modifiedDate: date,
    // The types of PDFKit lack this.
    relationship: 'Alternative',
  }
  pdf.file(Buffer.from(content), options)
  pdf.appendXML(metadata)
}
