/** A colour as `#rrggbb`, in lower case. */
export type Colour = `#${string}`

/** Parses a colour such as `#0b5f63` or `#abc`; undefined for any other text. */
export function colourOf(text: string | undefined): Colour | undefined {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text?.trim() ?? '')?.[1]?.toLowerCase()
  if (!digits) return undefined
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
}

/** Contrast of two colours as WCAG 2.2 defines it: 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The colour closest to `colour`, towards black or white, that has at least the `wanted` contrast with `ground`. */
export function withContrast(colour: Colour, ground: Colour, wanted: number): Colour {
  const goal = contrast('#ffffff', ground) > contrast('#000000', ground) ? 255 : 0
  const channels = channelsOf(colour)
  for (let step = 0; step < 20; step++) {
    const moved = hex(channels.map((channel) => channel + ((goal - channel) * step) / 20))
    if (contrast(moved, ground) >= wanted) return moved
  }
  return hex([goal, goal, goal])
}

/** A colour mixed with a `share`, 0 to 1, of another. */
export function mixed(colour: Colour, other: Colour, share: number): Colour {
  const goal = channelsOf(other)
  return hex(channelsOf(colour).map((channel, index) => channel + ((goal[index] ?? 0) - channel) * share))
}

/**
 * The text colour that is readable on a colour, black or white. One of them always is: the worst grey for both has a
 * contrast of 4.58.
 */
export const readableOn = (colour: Colour): Colour =>
  contrast('#ffffff', colour) >= readable ? '#ffffff' : '#000000'

/** The contrast that WCAG requires between text and its background. */
export const readable = 4.5

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const channelsOf = (colour: Colour): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

const hex = (channels: number[]): Colour =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
