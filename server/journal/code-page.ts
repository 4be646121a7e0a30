/** Single-byte character sets of bookkeeping formats. Both agree with ASCII in the lower half. */
export type CodePage = 'cp437' | 'windows-1252'

const upperHalves: Record<CodePage, string> = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  // Node's own decoder takes it for Latin-1.
  'windows-1252':
    '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ',
}

const codes = Object.fromEntries(
  Object.entries(upperHalves).map(([page, half]) => [
    page,
    new Map([...half].map((letter, place) => [letter, place + 128])),
  ]),
)

const questionMark = 0x3f

/** Encodes text. A letter that the character set lacks loses its accents, or becomes a question mark. */
export function encodeIn(page: CodePage, text: string): Uint8Array {
  const known = codes[page]
  const codeOf = (letter: string): number | undefined =>
    letter < '\u0080' ? letter.charCodeAt(0) : known?.get(letter)
  const whole = text.normalize('NFC')
  const bytes = new Uint8Array(whole.length)
  let size = 0
  // Most letters are ASCII. Files have millions of them.
  for (let place = 0; place < whole.length; place++) {
    const unit = whole.charCodeAt(place)
    if (unit < 0x80) bytes[size++] = unit
    else {
      const letter = String.fromCodePoint(whole.codePointAt(place) ?? unit)
      bytes[size++] = codeOf(letter) ?? codeOf(letter.normalize('NFD').charAt(0)) ?? questionMark
      place += letter.length - 1
    }
  }
  return bytes.subarray(0, size)
}
