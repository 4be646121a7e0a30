import type { en } from './texts.en'

/** The words of documents in Swedish. */
export const sv: typeof en = {
  exemption: {
    Z: 'Momssats 0 %',
    E: 'Undantaget från moms',
    AE: 'Omvänd betalningsskyldighet: köparen redovisar momsen (artikel 196 i direktiv 2006/112/EG)',
    G: 'Export utanför EU: undantagen från moms (artikel 146 i direktiv 2006/112/EG)',
    O: 'Omfattas inte av moms',
  },
}
