/** A text with clickable URLs. */
export function Linked({ text }: { text: string }) {
  // Splitting by a group puts the matches at odd positions.
  return text.split(/(https?:\/\/\S+)/).map((piece, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text are never moved
      <a key={index} href={piece} target="_blank" rel="noreferrer">
        {piece}
      </a>
    ) : (
      piece
    ),
  )
}
