import { KassaCard } from './kassa-card'

if (!customElements.get('kassa-card')) customElements.define('kassa-card', KassaCard)
