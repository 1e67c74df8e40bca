/*
 * Plurals as controller-gen makes them (the rules of flect 1.0.3), so that a CRD keeps its name when its
 * types move from Go to TypeScript. They are English as those rules have it, mistakes included.
 * Start reading at `pluralize`.
 */

/** Words that stay as they are, alone and at the end of other words. */
const unchanging = `aircraft beef bison chassis deer equipment fish graffiti information jeans media money
  moose news police rice salmon series sheep shrimp species swine trout tuna you`

/** Words and their plurals, alone and at the end of other words. */
const words: ReadonlyMap<string, string> = new Map([
  ...unchanging.split(/\s+/).map((word): [string, string] => [word, word]),
  ...pairs(`blues:blues child:children foot:feet goose:geese human:humans man:men mouse:mice
    person:people tooth:teeth woman:women`),
  ...pairs(`adieu:adieux bureau:bureaus fabliau:fabliaux`),
  ...pairs(`criterion:criteria ganglion:ganglia lexicon:lexica mitochondrion:mitochondria
    noumenon:noumena phenomenon:phenomena taxon:taxa`),
  ...pairs(`alumnus:alumni bacillus:bacilli cactus:cacti coccus:cocci corpus:corpora focus:foci
    genus:genera locus:loci nucleus:nuclei octopus:octupuses radius:radii syllabus:syllabi`),
  ...pairs(`agenda:agendas alumna:alumnae differentia:differentiae formula:formulas larva:larvae
    minutia:minutiae postcava:postcavae praecava:praecavae quota:quotas uva:uvae vedalia:vedalias
    vertebra:vertebrae vita:vitae`),
  ...pairs(`apex:apices appendix:appendices codex:codices helix:helices index:indices latex:latices
    radix:radices vertex:vertices vortex:vortices`),
  ...pairs(`base:bases basis:bases crisis:crises ellipsis:ellipses genesis:geneses oasis:oases
    testis:testes thesis:theses`),
  ...pairs(`aquarium:aquaria auditorium:auditoria curriculum:curriculums medium:media
    pretorium:pretoriums stadium:stadiums symposium:symposia`),
  ...pairs(`chive:chives dwarf:dwarfs hive:hives hoof:hoofs move:moves thief:thieves`),
  ...pairs(`abuse:abuses ache:aches buffalo:buffaloes cause:causes clause:clauses cookie:cookies
    cruse:cruses excuse:excuses fuse:fuses house:houses misuse:misuses movie:movies muse:muses
    pause:pauses potato:potatoes shoe:shoes tomato:tomatoes topaz:topazes`),
])

/** Words whose plural holds for the whole word alone. */
const wholeWords: ReadonlyMap<string, string> = new Map(
  pairs(`alias:aliases axis:axes die:dice louse:lice ox:oxen toe:toes use:uses`),
)

/** Second plurals of the words above. */
const otherPlurals = `adieus alumnuses apexes appendixes aquariums auditoriums beefs buffalos bureaux
  cactuses codexes corpuses curricula dwarves fishes focuses formulae ganglions helixes hooves indexes
  latexes lexicons locuses mitochondrions nucleuses octopi radiuses radixes salmons shrimps
  stadia swines symposiums trouts tunas vertexes vortexes`

/** Plurals that are not looked for: a word spelled like them may be a singular. */
const oneWayPlurals: ReadonlySet<string> = new Set(['blues', 'ellipses'])

/** Words that are plurals already, whatever their case. */
const plurals: ReadonlySet<string> = new Set(
  [...words.values(), ...wholeWords.values(), ...otherPlurals.split(/\s+/)].filter(
    (plural) => !oneWayPlurals.has(plural),
  ),
)

/** Endings that change, with the case they have. */
const changingEndings: readonly [string, string][] = [
  ...pairs(`afe:aves arf:arves eaf:eaves fe:ves lf:lves oaf:oaves rf:rves rfe:rves tive:tives`),
  ...pairs(`ay:ays ey:eys oy:oys quy:quies uy:uys y:ies`),
  ...pairs(`eau:eaux bula:bulae dula:bulae lula:bulae nula:bulae vula:bulae hedron:hedra`),
  ...pairs(`antum:anta atum:ata brum:bra crum:cra ctum:cta dum:da elum:ela entum:enta ernum:erna
    etum:eta eum:ea gnum:gna ilum:ila imum:ima itum:ita ium:ia llum:lla olum:ola otum:ota oum:oa
    ovum:ova serum:sera seum:seums stracum:straca terum:tera trum:tra ulum:ula utum:uta ylum:yla`),
  ...pairs(`gnosis:gnoses iasis:iases kinesis:kineses mesis:meses opsis:opses resis:reses trix:trices
    ysis:yses`),
  ...pairs(`ano:anos io:ios lause:lauses lo:los o:oes oo:oos ouse:ouses to:tos us:uses`),
  ...pairs(`ch:ches ez:ezzes iz:izzes S:Ses sh:shes ss:sses tz:tzes x:xes zz:zzes`),
]

/** Every ending that is known, with its plural: an ending that is a plural already stays. */
const endings: ReadonlyMap<string, string> = new Map([
  ...[...changingEndings, ...words].map(([, plural]): [string, string] => [plural, plural]),
  ...changingEndings,
  ...words,
])

const longestEnding = Math.max(...[...endings.keys()].map((ending) => ending.length))

/** Abbreviations that count as one word, whatever their case. */
const acronyms: ReadonlySet<string> = new Set(
  `OK UTF8 HTML JSON JWT ID UUID SQL ACK ACL ADSL AES ANSI API ARP ATM BGP BSS CCITT CHAP CIDR CIR CLI
  CPE CPU CRC CRT CSMA CMOS DCE DEC DES DHCP DNS DRAM DSL DSLAM DTE DMI EHA EIA EIGRP EOF ESS FCC FCS
  FDDI FTP GBIC GEPOF HDLC HTTP HTTPS IANA ICMP IDF IDS IEEE IETF IMAP IP IPS ISDN ISP LACP LAN LAPB
  LAPF LLC MAC MC MDF MIB MPLS MTU NAC NAT NBMA NIC NRZ NRZI NVRAM OSI OSPF OUI PAP PAT PC PIM PCM PDU
  POP3 POTS PPP PPTP PTT PVST RAM RARP RFC RIP RLL ROM RSTP RTP RCP SDLC SFD SFP SLARP SLIP SMTP SNA
  SNAP SNMP SOF SRAM SSH SSID STP SYN TDM TFTP TIA TOFU UDP URL URI USB UTP VC VLAN VLSM VPN W3C WAN
  WEP WPA WWW`.split(/\s+/),
)

/** The lower-case plural of a kind: the resource's name where nothing else is said. */
export function pluralize(kind: string): string {
  if (kind === 'IDs') return 'ids'
  const word = lastWord(kind)
  const lower = word.toLowerCase()
  if (plurals.has(lower)) return kind.toLowerCase()
  const replaced = words.get(lower) ?? wholeWords.get(lower) ?? changeEnding(word)
  if (replaced !== undefined) return (withoutEnding(kind, word) + replaced).toLowerCase()
  return kind.toLowerCase() + (lower.endsWith('s') ? '' : 's')
}

/** A word with its ending in the plural, or nothing where its ending is not known. */
function changeEnding(word: string): string | undefined {
  for (let length = Math.min(longestEnding, word.length); length > 0; length--) {
    const replaced = endings.get(word.slice(-length))
    if (replaced !== undefined) return word.slice(0, -length) + replaced
  }
  return undefined
}

/** An abbreviation counts in capitals, so that it may not be what the kind ends in. */
function withoutEnding(kind: string, ending: string): string {
  return kind.endsWith(ending) ? kind.slice(0, kind.length - ending.length) : kind
}

/** The last word of a CamelCase name. An abbreviation is one word, and is given in capitals. */
function lastWord(name: string): string {
  if (acronyms.has(name.toUpperCase())) return name.toUpperCase()
  let start = 0
  for (let index = 1; index < name.length; index++) {
    if (!isUpperCase(name.charAt(index))) continue
    const followsLowerCase = !isUpperCase(name.charAt(index - 1))
    if (followsLowerCase || acronyms.has(name.slice(start, index).toUpperCase())) start = index
  }
  const word = name.slice(start)
  return acronyms.has(word.toUpperCase()) ? word.toUpperCase() : word
}

function isUpperCase(character: string): boolean {
  return character >= 'A' && character <= 'Z'
}

function pairs(text: string): [string, string][] {
  return text.split(/\s+/).map((pair): [string, string] => {
    const [word = '', plural = ''] = pair.split(':')
    return [word, plural]
  })
}
