import { type Colour, colourOf, readable, readableOn, withContrast } from '@/server/model/colour'

/** The colours of a mail in light or dark mode. */
export interface Palette {
  canvas: Colour
  card: Colour
  line: Colour
  text: Colour
  soft: Colour
  faint: Colour
  /** The merchant's colour for buttons, and the colour of their text. */
  accent: Colour
  onAccent: Colour
  /** The merchant's colour for text. */
  link: Colour
}

export interface Theme {
  light: Palette
  dark: Palette
}

const ownColour: Colour = '#0b5f63'

const light: Omit<Palette, 'accent' | 'onAccent' | 'link'> = {
  canvas: '#f3f5f6',
  card: '#ffffff',
  line: '#e3e6e8',
  text: '#16191c',
  soft: '#4d555c',
  faint: '#656e76',
}

const dark: Omit<Palette, 'accent' | 'onAccent' | 'link'> = {
  canvas: '#0b0d0f',
  card: '#191d20',
  line: '#2f363b',
  text: '#eceff1',
  soft: '#b3bbc2',
  faint: '#949da5',
}

/** Returns the colours of a merchant's mail. Its own colour, `#rrggbb` or `#rgb`, is adjusted for contrast. */
export function themeOf(colour: string | undefined): Theme {
  const accent = colourOf(colour) ?? ownColour
  return {
    light: { ...light, ...accentsOn(light.card, accent) },
    dark: { ...dark, ...accentsOn(dark.card, accent) },
  }
}

/** The contrast that WCAG requires between a button and its background. */
const pressable = 3

function accentsOn(card: Colour, colour: Colour): Pick<Palette, 'accent' | 'onAccent' | 'link'> {
  const accent = withContrast(colour, card, pressable)
  return { accent, onAccent: readableOn(accent), link: withContrast(colour, card, readable) }
}
