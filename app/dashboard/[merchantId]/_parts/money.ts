export { sumInWords } from '../../_parts/sum-in-words'
