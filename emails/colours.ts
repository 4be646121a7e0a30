/** The colours of one face of a mail, light or dark. */
export interface Face {
  canvas: string
  card: string
  line: string
  text: string
  soft: string
  faint: string
  /** The merchant's colour, for what can be pressed, and what is written upon it. */
  accent: string
  onAccent: string
  /** The same as a text's colour. */
  link: string
}

export interface Theme {
  light: Face
  dark: Face
}

const ownColour = '#0b5f63'

const light = {
  canvas: '#f3f5f6',
  card: '#ffffff',
  line: '#e3e6e8',
  text: '#16191c',
  soft: '#4d555c',
  faint: '#656e76',
}

const dark = {
  canvas: '#0b0d0f',
  card: '#191d20',
  line: '#2f363b',
  text: '#eceff1',
  soft: '#b3bbc2',
  faint: '#949da5',
}

/** The colours of a merchant's mail: its own `#rrggbb` or `#rgb`, moved as far as it takes to be seen and read. */
export function themeOf(colour: string | undefined): Theme {
  const accent = colour !== undefined && isHex(colour) ? colour : ownColour
  return {
    light: { ...light, ...accentsOn(light.card, accent) },
    dark: { ...dark, ...accentsOn(dark.card, accent) },
  }
}

function accentsOn(card: string, colour: string): Pick<Face, 'accent' | 'onAccent' | 'link'> {
  // WCAG 2.2: 3:1 for what is pressed, 4.5:1 for what is read.
  const accent = distinct(colour, card, 3)
  const onAccent = contrast('#ffffff', accent) >= 4.5 ? '#ffffff' : '#000000'
  return { accent, onAccent, link: distinct(colour, card, 4.5) }
}

/** The colour nearest to `colour`, towards black or white, that has the contrast with `ground`. */
function distinct(colour: string, ground: string, wanted: number): string {
  const goal = contrast('#ffffff', ground) > contrast('#000000', ground) ? 255 : 0
  const channels = channelsOf(colour)
  for (let step = 0; step <= 20; step++) {
    const moved = hex(channels.map((channel) => channel + ((goal - channel) * step) / 20))
    if (contrast(moved, ground) >= wanted) return moved
  }
  return hex([goal, goal, goal])
}

/** Contrast of two colours as WCAG 2.2 defines it: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const isHex = (text: string) => /^#([\da-f]{3}|[\da-f]{6})$/i.test(text)

function channelsOf(colour: string): number[] {
  const digits = colour.length === 4 ? colour.slice(1).replace(/./g, '$&$&') : colour.slice(1)
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
}

const hex = (channels: number[]) =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
