export type CodeLanguage = 'json' | 'shell' | 'text'

/** The kind of a token; `plain` gets no colour. */
type TokenKind = 'key' | 'string' | 'number' | 'variable' | 'comment' | 'plain'

export interface Piece {
  kind: TokenKind
  text: string
}

const grammars: Record<CodeLanguage, RegExp | undefined> = {
  json: /(?<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\d[\d.eE+-]*|\b(?:true|false|null)\b)/g,
  shell:
    /(?<comment>(?<=^|\n)#[^\n]*)|(?<key>(?<=^|\n)(?:curl|export|[A-Z_]+(?==)))|(?<variable>\$\{?[A-Z_]+\}?)|(?<string>'[^']*')/g,
  text: undefined,
}

const kinds = ['key', 'string', 'number', 'variable', 'comment'] as const

/** Splits code into tokens for colouring. Joined together, they are the code. */
export function highlight(text: string, language: CodeLanguage): Piece[] {
  const grammar = grammars[language]
  if (!grammar) return [{ kind: 'plain', text }]
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(grammar)) {
    if (match.index > end) pieces.push({ kind: 'plain', text: text.slice(end, match.index) })
    const kind = kinds.find((name) => match.groups?.[name] !== undefined) ?? 'plain'
    pieces.push({ kind, text: match[0] })
    end = match.index + match[0].length
  }
  if (end < text.length) pieces.push({ kind: 'plain', text: text.slice(end) })
  return pieces
}
