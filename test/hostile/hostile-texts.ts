/*
 * Texts that end what they stand in where an output is put together without an encoder: comments, quotes, templates,
 * lines, blocks and documents.
 */

/** A statement, a target, an instruction, a key: what must not appear anywhere but in a string or a comment. */
export const payload = 'hostile_payload'

const injected = [
  `globalThis.${payload} = 1`,
  `${payload}: true`,
  `RUN ${payload}`,
  `\t${payload}`,
  `+kubebuilder:rbac:groups=*,resources=*,verbs=*`,
]

const lineEnds = ['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f']

/** Each as the whole of a string, or behind a word that the string may begin with. */
export const hostileTexts: readonly string[] = [
  ...lineEnds.map((end) => `a${end}${injected.join(end)}${end}`),
  `a */ globalThis.${payload} = 1 /*`,
  `a */\nglobalThis.${payload} = 1 //`,
  `a\` ; globalThis.${payload} = 1 ; \``,
  `a\${globalThis.${payload} = 1}`,
  `$(${payload})`,
  `$\${${payload}}`,
  `a' ; globalThis.${payload} = 1 ; '`,
  `a" ; globalThis.${payload} = 1 ; "`,
  `a\\`,
  `a\\' ; globalThis.${payload} = 1 //`,
  `a\\" ; globalThis.${payload} = 1 //`,
  `a\u0000b`,
  `a\u001b[2J\u009b31m\u202e`,
  `a</script><!-- -->]]>`,
  `---\n${payload}: 1\n...\n`,
  `a: b # ${payload}`,
  `{{${payload}}}`,
  `%{${payload}}`,
  `&a *a !!js/function ${payload}`,
  `\ud800`,
  `__proto__`,
  ` `,
]
