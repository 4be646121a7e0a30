/** A merchant's colour as a page shows it. */
interface Shades {
  /** Texts, and outlines: can be read on every ground. */
  text: string
  /** Buttons: as near to the colour as still shows. */
  fill: string
  /** What can be read on a button. */
  onFill: string
}

export interface BrandColours {
  light: Shades
  dark: Shades
}

type Rgb = readonly [number, number, number]

/** The grounds that colours stand out least from: `--sunken` in light, `--raised` in dark. */
const lightGround: Rgb = [0xf6, 0xf7, 0xf8]
const darkGround: Rgb = [0x19, 0x1d, 0x20]
const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]

/** What WCAG asks for between text and ground. */
const readable = 4.5

/** What a button needs to be seen as one; its text is what has to be read. */
const visible = 1.5

/** Undefined for what is no colour in hexadecimal digits: `#0b5f63` or `#abc`. */
export function brandColours(colour: string | undefined): BrandColours | undefined {
  const rgb = parse(colour?.trim() ?? '')
  return rgb && { light: shades(rgb, lightGround, black), dark: shades(rgb, darkGround, white) }
}

function shades(colour: Rgb, ground: Rgb, towards: Rgb): Shades {
  const fill = apart(colour, ground, towards, visible)
  // One of the two always is: the worst grey for both has 4.58.
  const onFill = contrast(white, fill) >= readable ? white : black
  return { text: hex(apart(colour, ground, towards, readable)), fill: hex(fill), onFill: hex(onFill) }
}

/** As little nearer to black or white as it takes to stand out. */
function apart(colour: Rgb, ground: Rgb, towards: Rgb, enough: number): Rgb {
  for (let part = 0; part < 1; part += 0.05) {
    const mixed = mix(colour, towards, part)
    if (contrast(mixed, ground) >= enough) return mixed
  }
  return towards
}

const mix = (from: Rgb, to: Rgb, part: number): Rgb => {
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * part)
  return [at(0), at(1), at(2)]
}

/** WCAG 2: 1 for the same, 21 for black on white. */
function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (value: number) =>
    value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function parse(text: string): Rgb | undefined {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text)?.[1]
  if (!digits) return undefined
  const long = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  const at = (index: number) => Number.parseInt(long.slice(index, index + 2), 16)
  return [at(0), at(2), at(4)]
}

const hex = (colour: Rgb) => `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`
