/** The header in which a page of the dashboard names its merchant. */
export const merchantHeader = 'x-kassa-merchant'
