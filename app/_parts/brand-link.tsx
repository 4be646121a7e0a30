import { Mark } from './mark'

/** Kassa's mark and name, which lead to the front page. */
export const BrandLink = () => (
  <a href="/" className="brand">
    <Mark /> Kassa
  </a>
)
