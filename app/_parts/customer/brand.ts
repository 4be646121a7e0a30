import { apart, type Colour, colourOf, contrast, mixed, readable, readableOn } from '@/server/model/colour'

/** A merchant's colour as a page shows it. */
interface Shades {
  /** Texts, and outlines: can be read on every ground. */
  text: Colour
  /** Buttons: as near to the colour as still shows. */
  fill: Colour
  /** Buttons under the pointer. */
  hover: Colour
  /** What can be read on a button, under the pointer too. */
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
  const onFill = readableOn(fill)
  return { text: apart(colour, ground, readable), fill, hover: hoverOf(fill, onFill), onFill }
}

/** A little nearer to what stands on it, or further from it where that could not be read any more. */
function hoverOf(fill: Colour, onFill: Colour): Colour {
  const nearer = mixed(fill, onFill, 0.08)
  if (contrast(nearer, onFill) >= readable) return nearer
  return mixed(fill, onFill === '#ffffff' ? '#000000' : '#ffffff', 0.12)
}

/** A merchant's colour as the address of its style sheet has it; undefined for what is none. */
export const colourOfBrand = (text: string | undefined): Colour | undefined => colourOf(text)

/** The style sheet of a colour: what pages in a merchant's name take theirs from. */
export const styleSheetOf = ({ light, dark }: BrandColours): string =>
  `:root{${propertiesOf(light, 'light')};${propertiesOf(dark, 'dark')}}`

const propertiesOf = ({ text, fill, hover, onFill }: Shades, name: 'light' | 'dark'): string =>
  `--text-${name}:${text};--fill-${name}:${fill};--hover-${name}:${hover};--on-fill-${name}:${onFill}`
