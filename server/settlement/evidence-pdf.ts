import PDFDocument from 'pdfkit'
import type { Merchant } from '@/db/schema'
import { fontFor } from '../core/fonts'
import { streamOf } from '../core/stream'
import { schemeName } from '../model/card/scheme-name'
import type { MailTemplate } from '../model/mail'
import { moneyIn } from '../model/money/format-money'
import { eventInWords } from '../model/order/event-words'
import { paymentOf } from '../store/order-payment'
import type { Evidence } from './evidence'

const margin = 56
const [regular, bold] = [fontFor('', 'regular'), fontFor('', 'bold')]

/** Names and lines can be in any script. */
const cell = (text: string) => ({ text, font: { src: fontFor(text, 'regular') } })

const locale = 'en-GB'
type Pdf = InstanceType<typeof PDFDocument>

const mailNames: Partial<Record<MailTemplate, string>> = {
  receipt: 'Receipt',
  refund: 'Confirmation of a refund',
  'payment-approval': 'Request to approve a payment',
  'payment-failed': 'Notice of a failed payment',
  'payment-given-up': 'Notice of an unpaid order',
}

const mailStates = {
  sent: 'Sent',
  delivered: 'Delivered',
  delayed: 'Delayed',
  bounced: 'Not delivered',
  complained: 'Reported as spam',
} satisfies Record<Evidence['mails'][number]['state'], string>

/** "Refund failed: …": a bank must not take it for a payment that failed. */
function eventInDetail(event: Evidence['order']['events'][number], { due }: Evidence['order']): string {
  const { type, error } = event
  // A subscription's order is created before its payment.
  if (type === 'order')
    return due === null ? 'Ordered and authorised' : `Created for the payment due on ${due}`
  if (type === 'accept') return `${eventInWords(event)} by the card service`
  return type === 'fail' && error ? `${eventInWords(event)}: ${error.description}` : eventInWords(event)
}

/** Writes evidence about a disputed order as a PDF, to be uploaded at the card service. */
export function evidencePdf(evidence: Evidence, merchant: Merchant, now: Date): ReadableStream<Uint8Array> {
  const { order } = evidence
  const pdf = new PDFDocument({
    size: 'A4',
    margin,
    font: regular,
    bufferPages: true,
    lang: 'en',
    info: { Title: `Evidence about order ${order.number ?? order.id}`, Author: shopOf(merchant) },
  })
  const write = writerOf(pdf, merchant)
  pdf.font(bold, 18).text(`Evidence about order ${order.number ?? order.id}`)
  pdf
    .font(regular, 9)
    .fillColor('#555555')
    .text(`${shopOf(merchant)}, ${write.moment(now)}`)
    .fillColor('black')
  writeDisputes(write, evidence)
  writeOrder(write, evidence)
  writeCustomer(write, evidence)
  writeHistory(write, evidence)
  numberPages(pdf)
  pdf.end()
  return streamOf(pdf)
}

const shopOf = ({ branding, name }: Merchant): string => branding.name ?? name

type Writer = ReturnType<typeof writerOf>

/** The parts that the document consists of. */
function writerOf(pdf: Pdf, { timeZone }: Merchant) {
  const times = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone })
  const width = pdf.page.width - 2 * margin
  return {
    moment: (date: Date) => times.format(date),
    heading(text: string) {
      // A heading does not stand alone at the end of a page.
      if (pdf.y > pdf.page.height - margin - 80) pdf.addPage()
      pdf.moveDown(1.2).font(bold, 12).text(text, margin, pdf.y).moveDown(0.4).font(regular, 9)
    },
    facts(facts: Record<string, string | undefined>) {
      const rows = Object.entries(facts).flatMap(([name, value]) => (value ? [[name, value]] : []))
      if (rows.length > 0)
        pdf.table({
          columnStyles: [150, width - 150],
          defaultStyle: { border: false, padding: 2 },
          data: rows.map((row) => row.map(cell)),
        })
    },
    table(columns: { name: string; width: number }[], rows: string[][]) {
      pdf.table({
        columnStyles: columns.map((column) => column.width * width),
        defaultStyle: { border: [0, 0, 0.5, 0], borderColor: '#cccccc', padding: 3 },
        rowStyles: (row) => (row === 0 ? { textColor: '#555555' } : {}),
        data: [columns.map(({ name }) => name), ...rows.map((row) => row.map(cell))],
      })
    },
    paragraph(text: string) {
      pdf.font(regular, 9).text(text, margin, pdf.y)
    },
  }
}

function writeDisputes({ heading, facts, moment }: Writer, { disputes }: Evidence): void {
  for (const dispute of disputes) {
    heading('Dispute')
    facts({
      ID: dispute.id,
      Amount: moneyIn(locale, dispute),
      Reason: dispute.reason,
      Opened: moment(dispute.opened),
      'Evidence due': dispute.due ? moment(dispute.due) : undefined,
    })
  }
}

function writeOrder({ heading, facts, table, moment }: Writer, { order, approvals }: Evidence): void {
  const { currency, lines } = order
  const money = (amount: bigint) => moneyIn(locale, { amount, currency })
  const { scheme, last4, expires, client } = paymentOf(order)
  heading('Order and payment')
  facts({
    Order: order.id,
    Number: order.number ?? undefined,
    Created: moment(order.created),
    Amount: money(order.amount),
    Charged: money(order.charged + order.refunded),
    Refunded: order.refunded > 0n ? money(order.refunded) : undefined,
    Card: scheme && `${schemeName(scheme)} ending in ${last4}`,
    'Card expires': expires?.map((part) => String(part).padStart(2, '0')).join('/'),
    'Payment at the card service': order.serviceReference ?? undefined,
    'Approved by the cardholder (3-D Secure)': approvals
      .map(({ approved, requested }) => (approved ? moment(approved) : `(requested ${moment(requested)})`))
      .join(', '),
    'Payer’s IP address': client?.ip,
    'Payer’s browser': typeof client?.browser === 'object' ? JSON.stringify(client.browser) : client?.browser,
    Subscription: order.subscriptionId ?? undefined,
    'Due on': order.due ?? undefined,
  })
  if (!lines) return
  heading('What was bought')
  const columns = [
    { name: 'Item', width: 0.5 },
    { name: 'Quantity', width: 0.15 },
    { name: 'VAT', width: 0.15 },
    { name: 'Total incl. VAT', width: 0.2 },
  ]
  table(
    columns,
    lines.map(({ name, quantity = 1, unit, vat = 0, total }) => [
      name ?? 'Item',
      unit === undefined ? String(quantity) : `${quantity} ${unit}`,
      `${vat}%`,
      money(BigInt(total)),
    ]),
  )
}

function writeCustomer({ heading, facts, moment }: Writer, { account }: Evidence): void {
  const { customer } = account ?? {}
  if (!account) return
  const { street, zipCode, city, countryCode } = customer?.address ?? {}
  heading('Customer')
  facts({
    Account: account.id,
    Name: customer?.name,
    'E-mail': customer?.email,
    Phone: customer?.phone,
    Address: [street, zipCode, city, countryCode].filter(Boolean).join(', '),
    'Customer since': moment(account.created),
  })
}

function writeHistory(write: Writer, { order, mails, callbacks }: Evidence): void {
  const { heading, table, moment, paragraph } = write
  const { currency } = order
  heading('Events')
  const when = { name: 'Date', width: 0.36 }
  table(
    [when, { name: 'Event', width: 0.39 }, { name: 'Amount', width: 0.25 }],
    order.events.map((event) => [
      moment(event.date),
      eventInDetail(event, order),
      event.amount === null ? '' : moneyIn(locale, { amount: event.amount, currency }),
    ]),
  )
  heading('E-mails to the customer')
  if (mails.length === 0) paragraph('No e-mail about this order was sent.')
  else
    table(
      [when, { name: 'E-mail', width: 0.22 }, { name: 'To', width: 0.27 }, { name: 'Status', width: 0.15 }],
      mails.map(({ date, template, to, state }) => [
        moment(date),
        mailNames[template] ?? template,
        to,
        mailStates[state],
      ]),
    )
  if (callbacks.length === 0) return
  heading('Messages to the shop’s systems')
  table(
    [
      when,
      { name: 'Message', width: 0.2 },
      { name: 'Address', width: 0.29 },
      { name: 'Status', width: 0.15 },
    ],
    callbacks.map(({ date, type, url, status }) => [moment(date), type, url, status]),
  )
}

function numberPages(pdf: Pdf): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(start + page)
    // Text in the margin would otherwise begin another page.
    pdf.page.margins.bottom = 0
    const at = pdf.page.height - margin / 2
    pdf.font(regular, 8).fillColor('#555555')
    pdf.text(`Page ${page + 1} of ${count}`, margin, at, { align: 'right', lineBreak: false })
  }
}
