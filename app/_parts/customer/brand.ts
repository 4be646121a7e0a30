import {
  type Colour,
  colourOf,
  contrast,
  mixed,
  readable,
  readableOn,
  withContrast,
} from '@/server/model/colour'

/** The shades of a merchant's colour that a page uses. */
interface Shades {
  /** For text and outlines: readable on every background. */
  text: Colour
  /** For buttons: the closest shade to the colour that is still visible. */
  fill: Colour
  /** For buttons under the pointer. */
  hover: Colour
  /** For text on buttons: readable under the pointer too. */
  onFill: Colour
}

export interface BrandColours {
  light: Shades
  dark: Shades
}

/** The backgrounds with the least contrast: `--sunken` in light mode, `--raised` in dark mode. */
const grounds = { light: '#f6f7f8', dark: '#191d20' } as const

/** The contrast that makes a button recognisable. Only its text has to be readable. */
const visible = 1.5

/** Returns the shades of a hexadecimal colour (`#0b5f63` or `#abc`). Undefined if the text is not one. */
export function brandColours(text: string | undefined): BrandColours | undefined {
  const colour = colourOf(text)
  return colour && { light: shades(colour, grounds.light), dark: shades(colour, grounds.dark) }
}

function shades(colour: Colour, ground: Colour): Shades {
  const fill = withContrast(colour, ground, visible)
  const onFill = readableOn(fill)
  return { text: withContrast(colour, ground, readable), fill, hover: hoverOf(fill, onFill), onFill }
}

/** Returns a slightly different shade: closer to the text on it if that stays readable, else further away. */
function hoverOf(fill: Colour, onFill: Colour): Colour {
  const nearer = mixed(fill, onFill, 0.08)
  if (contrast(nearer, onFill) >= readable) return nearer
  return mixed(fill, onFill === '#ffffff' ? '#000000' : '#ffffff', 0.12)
}

/** Returns the style sheet of a colour, which all pages of the merchant use. */
export const styleSheetOf = ({ light, dark }: BrandColours): string =>
  `:root{${propertiesOf(light, 'light')};${propertiesOf(dark, 'dark')}}`

const propertiesOf = ({ text, fill, hover, onFill }: Shades, name: 'light' | 'dark'): string =>
  `--text-${name}:${text};--fill-${name}:${fill};--hover-${name}:${hover};--on-fill-${name}:${onFill}`
