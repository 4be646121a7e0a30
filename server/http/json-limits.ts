/** Limits of a JSON text that are checked before it is parsed. */
export interface JsonLimits {
  /** Maximum depth of lists and objects inside each other. */
  depth: number
  /** Maximum number of entries in all lists and objects together. */
  entries: number
}

/**
 * The limits of the REST API. Its own content has at most eight levels, and more than ten bytes per entry, so a body that
 * is not too large has fewer entries. Each one that is wrong is a problem to be found.
 */
export const restLimits: JsonLimits = { depth: 32, entries: 100_000 }

/** Which limit a JSON text exceeds; undefined if none. Reads the text once, without recursion or parsing. */
export function exceededLimit(text: string, limits: JsonLimits): keyof JsonLimits | undefined {
  let depth = 0
  let entries = 0
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case quote:
        index = endOfString(text, index)
        break
      case openList:
      case openObject:
        depth++
        entries++
        if (depth > limits.depth) return 'depth'
        break
      case closeList:
      case closeObject:
        depth--
        break
      case comma:
        entries++
    }
    if (entries > limits.entries) return 'entries'
  }
  return undefined
}

const quote = 34
const comma = 44
const openList = 91
const backslash = 92
const closeList = 93
const openObject = 123
const closeObject = 125

function endOfString(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text.charCodeAt(index) !== quote) {
    index += text.charCodeAt(index) === backslash ? 2 : 1
  }
  return index
}
