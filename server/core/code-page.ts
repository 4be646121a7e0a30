/** Single-byte character sets of bookkeeping formats. Both agree with ASCII in the lower half. */
export type CodePage = 'cp437' | 'windows-1252'

const upperHalves: Record<CodePage, string> = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  'windows-1252': new TextDecoder('windows-1252').decode(
    Uint8Array.from({ length: 128 }, (_, place) => place + 128),
  ),
}

const codes = Object.fromEntries(
  Object.entries(upperHalves).map(([page, half]) => [
    page,
    new Map([...half].map((letter, place) => [letter, place + 128])),
  ]),
)

/** Encodes text. A letter that the character set lacks loses its accents, or becomes a question mark. */
export function encodeIn(page: CodePage, text: string): Uint8Array {
  const known = codes[page]
  const codeOf = (letter: string): number | undefined =>
    letter < '\u0080' ? letter.charCodeAt(0) : known?.get(letter)
  return Uint8Array.from([...text.normalize('NFC')], (letter) => {
    const [base = ''] = letter.normalize('NFD')
    return codeOf(letter) ?? codeOf(base) ?? codeOf('?') ?? 0
  })
}
