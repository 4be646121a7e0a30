/** How many names metadata can have. */
export const maxMetadataNames = 50
