import PDFDocument from 'pdfkit'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { textOfPdf } from '@/test/pdf-text'
import { pixel } from '@/test/pixel'
import { type Sample, sampleDocument, sampleLines } from '@/test/sample-documents'
import { drawDocument } from './draw-document'
import { einvoiceOf } from './einvoice'
import { margin } from './sheet'

const drawn = (sample: Sample = {}) => drawDocument(sampleDocument(sample), {})
const textOf = async (sample: Sample = {}) => textOfPdf(await drawn(sample))

describe('documents as PDF', () => {
  test('have everything that an invoice must have, in English, Swedish and German', async () => {
    const [en = '', ...others] = await textOf()
    expect(others).toEqual([])
    for (const words of [
      'Invoice\n',
      '2026-000001',
      '22 November 2026',
      'Åsas Café & Bageri AB',
      'Registration no. 556677-8899',
      'VAT no. SE556677889901',
      'Jane Doe',
      '114 55 Stockholm',
      'Handmade mug',
      '3 kg',
      '213,392857',
      '640,18',
      'VAT 25%\n318,40\n79,60\n398,00',
      'Total\n1 147,26\n167,74\n1 315,00 kr',
      'Paid on 22 November 2026 with Visa ending in 4242.',
      'Page 1 of 1',
    ])
      expect(en).toContain(words)

    const [sv] = await textOf({ kind: 'receipt', content: { language: 'sv', locale: 'sv-SE', buyer: {} } })
    expect(sv).toContain('Kvitto\n')
    expect(sv).not.toContain('Köpare')
    expect(sv).toContain('Betalt den 22 november 2026 med Visa som slutar på 4242.')
    expect(sv).toContain('Moms 12 %\n640,18\n76,82\n717,00')

    const corrects = [
      { id: 'd', number: '2026-000007', issued: '2026-11-20' },
      { id: 'e', number: '2026-000009', issued: '2026-11-21' },
    ]
    const seller = {
      ...{ name: 'Röster GmbH', taxNumber: '12/345/67890', phone: '+49 30 123456', email: 'hi@shop.example' },
      particulars: 'Amtsgericht Berlin HRB 1234',
    }
    const german = { language: 'de', locale: 'de-DE', corrects, seller } as const
    const [de] = await textOf({ kind: 'credit-note', currency: 'EUR', content: german })
    expect(de).toContain('Rechnungskorrektur\n')
    expect(de).toContain(
      'Korrektur zu 2026-000007 vom 20. November 2026 und 2026-000009 vom 21. November 2026.',
    )
    expect(de).toContain('Erstattet am 22. November 2026 auf Visa mit den Endziffern 4242.')
    expect(de).toContain(
      `Röster GmbH\nSteuernummer 12/345/67890\n+49 30 123456\nhi@shop.example\n${seller.particulars}`,
    )
    expect(de).toContain('1.315,00 €')
  })

  test('of test merchants say so on every page, and so do their electronic invoices', async () => {
    const isTest = { isTest: true } as const
    const lines = Array.from({ length: 60 }, (_, at) => ({ name: `Mug ${at}`, price: '1', rate: 25 }))
    const pages = await textOf({ lines, content: isTest })
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages) expect(page).toContain('Test document: no money has moved.')
    expect((await textOf()).join()).not.toContain('Test document')
    const reversed = sampleDocument({ content: { ...isTest, reverses: 'charge' }, kind: 'credit-note' })
    for (const format of ['factur-x', 'peppol'] as const) {
      const note = JSON.stringify(einvoiceOf(reversed, format)).match(/"cbc:Note":\[([^\]]*)\]/)?.[1]
      expect(note).toMatch(/^"Test document: no money has moved\. [^"]+"$/)
    }
  })

  test('let other requests run while long names are drawn, and break words that are longer than a line', async () => {
    const letterOf = (seed: number) =>
      String.fromCharCode(97 + ((Math.imul(seed, 2_654_435_761) >>> 16) % 26))
    const nameOf = (line: number) =>
      Array.from({ length: 500 }, (_, at) => letterOf(500 * line + at)).join('')
    const lines = Array.from({ length: 20 }, (_, line) => ({ name: nameOf(line), price: '100', rate: 25 }))
    let turns = 0
    const others = setInterval(() => turns++, 1)
    const pages = await textOf({ lines }).finally(() => clearInterval(others))
    expect(turns).toBeGreaterThanOrEqual(lines.length / 2)
    expect(pages.join('').replace(/\s/g, '')).toContain(nameOf(7))
  })

  test('have the cells of a line beside each other, up to the right edge', async () => {
    const placed: { text: string; x: number; y: number; end: number }[] = []
    const { text: draw } = PDFDocument.prototype
    const texts = vi.spyOn(PDFDocument.prototype, 'text')
    onTestFinished(() => texts.mockRestore())
    texts.mockImplementation(function (this: PDFKit.PDFDocument, given, x = 0, y = 0, options) {
      const [text, left, top] = [String(given), Number(x), Number(y)]
      placed.push({
        text,
        x: left,
        y: top,
        end: left + this.widthOfString(text, options as PDFKit.Mixins.TextOptions),
      })
      return draw.call(this, text, left, top, options)
    })
    await drawn()
    const { y } = placed.find(({ text }) => text === 'Handmade mug') ?? expect.fail('no line')
    const row = placed.filter((each) => each.y === y)
    expect(row.length).toBeGreaterThan(4)
    for (const [at, { x }] of row.slice(1).entries()) expect(x).toBeGreaterThan(row[at]?.end ?? 0)
    expect(row.at(-1)?.end).toBeCloseTo(595.28 - margin, 1)
  })

  test('break long units, which leave room for the descriptions', async () => {
    const unit = 'licence per named user and month, billed quarterly in advance, minimum ten'
    const name = 'Annual maintenance contract with support by telephone and a technician on site within a day'
    const pages = await textOf({
      lines: [unit, 'x'.repeat(150)].map((each) => ({ name, unit: each, price: '1000', rate: 25 })),
    })
    expect(pages).toHaveLength(1)
    expect(pages[0]).toMatch(/Annual maintenance contract \S+\s/)
    expect(pages[0]).toMatch(/minimum\s+ten/)
  })

  test('describe the logo, which replaces the name of the shop, to screen readers', async () => {
    const raw = Buffer.from(await drawDocument(sampleDocument({}), { logo: pixel() })).toString('latin1')
    expect(raw).toMatch(/\/S \/Figure[\s\S]{0,200}\/Alt/)
  })

  test('state why there is no VAT, and show none if the rate is not known', async () => {
    const exemption = 'Reverse charge: the buyer accounts for the VAT'
    const lines = [{ name: 'Consulting', price: '120', rate: 0 }]
    const [reverse] = await textOf({ lines, zero: { category: 'AE', exemption } })
    expect(reverse).toContain(exemption)
    expect(reverse).not.toContain(`VAT 0%: ${exemption}`)
    // Beside other rates, it does not read as if nothing had VAT.
    const mixed = [...lines, { name: 'Mug', price: '80', rate: 25 }]
    const [both] = await textOf({ lines: mixed, zero: { category: 'AE', exemption } })
    expect(both).toContain(`VAT 0%: ${exemption}`)
    const [amount] = await textOf({ lines: [{ price: '100', rate: null }] })
    expect(amount).toContain('Payment for order T-1001')
    expect(amount).toContain('VAT not stated')
    const [yen] = await textOf({
      currency: 'JPY',
      lines: [{ name: 'Чай для Γιώργος', price: '1500', rate: 10 }],
    })
    expect(yen).toContain('Чай для Γιώργος')
    expect(yen).toContain('1 500\n10\n150\n1 650')
  })

  test('state a rate with all its decimals, with the totals as with the lines', async () => {
    const lines = [{ name: 'Maple syrup', price: '100', rate: 14.975 }]
    const content = { language: 'en', locale: 'en-CA' } as const
    const text = (await textOf({ lines, content })).join(' ')
    expect(text.match(/14\.975/g)).toHaveLength(2)
  })

  test("continue on more pages: each repeats the table's header, no line is cut, and the totals stay together", async () => {
    const name = 'A name that is so long that it needs a number of lines before it comes to its end. '
    const lines = Array.from({ length: 60 }, (_, at) => ({
      name: at % 7 === 3 ? name.repeat(3) : `Line ${at + 1}`,
      price: `${at}.123456`,
      rate: 25,
    }))
    const pages = await textOf({ lines })
    expect(pages.length).toBe(4)
    for (const [at, page] of pages.entries()) {
      expect(page).toContain(`Page ${at + 1} of ${pages.length}`)
      if (at > 0) expect(page).toContain('Invoice 2026-000001')
      // A long name is complete wherever it begins.
      const [begun, ended] = [/A name that/g, /its\s+end\./g].map((part) => page.match(part)?.length)
      expect(begun).toBe(ended)
    }
    expect(pages.filter((page) => page.includes('Line ')).every((page) => page.includes('Description'))).toBe(
      true,
    )
    expect(pages.flatMap((page) => page.match(/^Line \d+$/gm) ?? [])).toHaveLength(51)
    expect(pages.at(-1)).toMatch(/VAT 25%(.*\n)+Total\n/)
  })

  test('are always the same bytes, tagged for screen readers', async () => {
    const [first, second] = [await drawn(), await drawn()]
    expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true)
    const raw = Buffer.from(first).toString('latin1')
    for (const part of [
      '/Lang (en)',
      '/StructTreeRoot',
      '/Marked true',
      '/DisplayDocTitle true',
      '(Invoice 2026-000001)',
      '<pdfaid:part>3</pdfaid:part>',
      'D:20261122090002Z',
    ])
      expect(raw).toContain(part)
    const other = await drawn({ lines: sampleLines.slice(1) })
    expect(Buffer.from(first).equals(Buffer.from(other))).toBe(false)
  })
})
