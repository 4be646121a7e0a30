import { apart, type Colour, colourOf, readable, readableOn } from '@/server/model/colour'

/** The colours of one face of a mail, light or dark. */
export interface Face {
  canvas: Colour
  card: Colour
  line: Colour
  text: Colour
  soft: Colour
  faint: Colour
  /** The merchant's colour, for what can be pressed, and what is written upon it. */
  accent: Colour
  onAccent: Colour
  /** The same as a text's colour. */
  link: Colour
}

export interface Theme {
  light: Face
  dark: Face
}

const ownColour: Colour = '#0b5f63'

const light: Omit<Face, 'accent' | 'onAccent' | 'link'> = {
  canvas: '#f3f5f6',
  card: '#ffffff',
  line: '#e3e6e8',
  text: '#16191c',
  soft: '#4d555c',
  faint: '#656e76',
}

const dark: Omit<Face, 'accent' | 'onAccent' | 'link'> = {
  canvas: '#0b0d0f',
  card: '#191d20',
  line: '#2f363b',
  text: '#eceff1',
  soft: '#b3bbc2',
  faint: '#949da5',
}

/** The colours of a merchant's mail: its own `#rrggbb` or `#rgb`, moved as far as it takes to be seen and read. */
export function themeOf(colour: string | undefined): Theme {
  const accent = colourOf(colour) ?? ownColour
  return {
    light: { ...light, ...accentsOn(light.card, accent) },
    dark: { ...dark, ...accentsOn(dark.card, accent) },
  }
}

/** What WCAG asks for between what is pressed and its ground. */
const pressable = 3

function accentsOn(card: Colour, colour: Colour): Pick<Face, 'accent' | 'onAccent' | 'link'> {
  const accent = apart(colour, card, pressable)
  return { accent, onAccent: readableOn(accent), link: apart(colour, card, readable) }
}
