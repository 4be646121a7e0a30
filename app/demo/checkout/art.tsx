/** A bag of coffee. */
export function Art({ label }: { label: string }) {
  return (
    <svg viewBox="0 0 320 320" role="img" aria-label={label}>
      <ellipse cx="160" cy="286" rx="96" ry="10" fill="#000" opacity="0.12" />
      <path d="M84 76h152l10 196a12 12 0 0 1-12 12H86a12 12 0 0 1-12-12z" fill="#c79a6b" />
      <path d="M206 76h30l10 196a12 12 0 0 1-12 12h-22z" fill="#b08454" />
      <path d="M84 76 92 40h136l8 36z" fill="#b08454" />
      <path d="M92 40h136l3 12H89z" fill="#8f683e" />
      <rect x="104" y="118" width="112" height="112" rx="8" fill="#fbf4ea" />
      <g fill="none" stroke="#3b2a1c" strokeWidth="5" strokeLinecap="round">
        <path d="M137 176a23 23 0 0 1 46 0" />
        <path d="M124 176h72" />
        <path d="M160 140v-8M132 150l-6-6M188 150l6-6" />
      </g>
      <path d="M128 194h64M140 208h40" stroke="#b0724a" strokeWidth="5" strokeLinecap="round" />
      <g fill="#4a3220">
        <ellipse cx="64" cy="276" rx="15" ry="10" transform="rotate(-24 64 276)" />
        <ellipse cx="262" cy="280" rx="14" ry="9" transform="rotate(16 262 280)" />
        <ellipse cx="286" cy="262" rx="12" ry="8" transform="rotate(-38 286 262)" />
      </g>
      <g fill="none" stroke="#8a6542" strokeWidth="2" strokeLinecap="round">
        <path d="M52 281c8-2 10-8 24-10M250 276c9-1 12 6 24 8M278 268c5-3 6-8 16-12" />
      </g>
    </svg>
  )
}
