/** The folder of everything that is made from other projects' definitions. */
export const externalFolder = 'external'
