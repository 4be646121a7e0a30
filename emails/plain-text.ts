/** The parts of html-to-text's types used here; the library has none of its own. */
interface Element {
  attribs: Record<string, string>
  children: Element[]
}
type TextWalk = (children: Element[], builder: Builder) => void
interface Builder {
  addInline(text: string): void
  openBlock(options: { leadingLineBreaks: number }): void
  closeBlock(options: { trailingLineBreaks: number }): void
}

/** Options that turn a mail's HTML into plain text, with each row on its own line as "label: value". */
export const plainText = {
  formatters: {
    label: (element: Element, walk: TextWalk, builder: Builder) => {
      walk(element.children, builder)
      builder.addInline(': ')
    },
    // The URL gets its own line, so that no mail client makes the following text part of it.
    button: (element: Element, walk: TextWalk, builder: Builder) => {
      builder.openBlock({ leadingLineBreaks: 2 })
      walk(element.children, builder)
      builder.addInline(':')
      builder.closeBlock({ trailingLineBreaks: 1 })
      builder.openBlock({ leadingLineBreaks: 1 })
      builder.addInline(element.attribs.href ?? '')
      builder.closeBlock({ trailingLineBreaks: 2 })
    },
  },
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'table.k-rows', format: 'block', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: 'tr.k-row', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'th.k-label', format: 'label' },
    { selector: 'td.k-value', format: 'inline' },
    { selector: 'a.k-button', format: 'button' },
    { selector: 'a.k-item', format: 'button' },
    { selector: 'a', options: { linkBrackets: false, hideLinkHrefIfSameAsText: true, ignoreHref: true } },
  ],
}
