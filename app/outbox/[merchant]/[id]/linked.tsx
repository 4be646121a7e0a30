/** A text whose web addresses can be pressed. */
export function Linked({ text }: { text: string }) {
  // Split by a group: what it matches is at the odd places.
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
