export { counted } from '../../_parts/counted'
