/** Fields in a row are at the same height, however long their descriptions are. */
export const wrapperOrder: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]
