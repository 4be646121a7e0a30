import type { en } from './texts.en'

/** The words of documents in German. */
export const de: typeof en = {
  exemption: {
    Z: 'Steuersatz 0 %',
    E: 'Umsatzsteuerfrei',
    AE: 'Steuerschuldnerschaft des Leistungsempfängers (Artikel 196 der Richtlinie 2006/112/EG)',
    G: 'Steuerfreie Ausfuhrlieferung (Artikel 146 der Richtlinie 2006/112/EG)',
    O: 'Nicht umsatzsteuerbar',
  },
}
