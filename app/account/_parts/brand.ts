import { apart, type Colour, colourOf, readable, readableOn } from '@/server/colour/colour'

/** A merchant's colour as a page shows it. */
interface Shades {
  /** Texts, and outlines: can be read on every ground. */
  text: Colour
  /** Buttons: as near to the colour as still shows. */
  fill: Colour
  /** What can be read on a button. */
  onFill: Colour
}

export interface BrandColours {
  light: Shades
  dark: Shades
}

/** The grounds that colours stand out least from: `--sunken` in light, `--raised` in dark. */
const grounds = { light: '#f6f7f8', dark: '#191d20' } as const

/** What a button needs to be seen as one; its text is what has to be read. */
const visible = 1.5

/** Undefined for what is no colour in hexadecimal digits: `#0b5f63` or `#abc`. */
export function brandColours(text: string | undefined): BrandColours | undefined {
  const colour = colourOf(text)
  return colour && { light: shades(colour, grounds.light), dark: shades(colour, grounds.dark) }
}

function shades(colour: Colour, ground: Colour): Shades {
  const fill = apart(colour, ground, visible)
  return { text: apart(colour, ground, readable), fill, onFill: readableOn(fill) }
}

/** A merchant's colour as the address of its style sheet has it; undefined for what is none. */
export const colourOfBrand = (text: string | undefined): Colour | undefined => colourOf(text)

/** The style sheet of a colour: what pages in a merchant's name take theirs from. */
export const styleSheetOf = ({ light, dark }: BrandColours): string =>
  `:root{--text-light:${light.text};--fill-light:${light.fill};--on-fill-light:${light.onFill};` +
  `--text-dark:${dark.text};--fill-dark:${dark.fill};--on-fill-dark:${dark.onFill}}`
