/**
 * HTML character references by code point: all of HTML 4, and HTML 5's ASCII, Latin letters,
 * punctuation, currencies and common signs.
 */
const NAMES = `
9=Tab a=NewLine 21=excl 22=QUOT,quot 23=num 24=dollar 25=percnt 26=AMP,amp 27=apos 28=lpar 29=rpar
2a=ast,midast 2b=plus 2c=comma 2e=period 2f=sol 3a=colon 3b=semi 3c=LT,lt 3d=equals 3e=GT,gt
3f=quest 40=commat 5b=lbrack,lsqb 5c=bsol 5d=rbrack,rsqb 5e=Hat 5f=UnderBar,lowbar
60=DiacriticalGrave,grave 7b=lbrace,lcub 7c=VerticalLine,verbar,vert 7d=rbrace,rcub
a0=NonBreakingSpace,nbsp a1=iexcl a2=cent a3=pound a4=curren a5=yen a6=brvbar a7=sect
a8=Dot,DoubleDot,die,uml a9=COPY,copy aa=ordf ab=laquo ac=not ad=shy ae=REG,circledR,reg
af=macr,strns b0=deg b1=PlusMinus,plusmn,pm b2=sup2 b3=sup3 b4=DiacriticalAcute,acute b5=micro
b6=para b7=CenterDot,centerdot,middot b8=Cedilla,cedil b9=sup1 ba=ordm bb=raquo bc=frac14
bd=frac12,half be=frac34 bf=iquest c0=Agrave c1=Aacute c2=Acirc c3=Atilde c4=Auml c5=Aring,angst
c6=AElig c7=Ccedil c8=Egrave c9=Eacute ca=Ecirc cb=Euml cc=Igrave cd=Iacute ce=Icirc cf=Iuml
d0=ETH d1=Ntilde d2=Ograve d3=Oacute d4=Ocirc d5=Otilde d6=Ouml d7=times d8=Oslash d9=Ugrave
da=Uacute db=Ucirc dc=Uuml dd=Yacute de=THORN df=szlig e0=agrave e1=aacute e2=acirc e3=atilde
e4=auml e5=aring e6=aelig e7=ccedil e8=egrave e9=eacute ea=ecirc eb=euml ec=igrave ed=iacute
ee=icirc ef=iuml f0=eth f1=ntilde f2=ograve f3=oacute f4=ocirc f5=otilde f6=ouml f7=div,divide
f8=oslash f9=ugrave fa=uacute fb=ucirc fc=uuml fd=yacute fe=thorn ff=yuml 100=Amacr 101=amacr
102=Abreve 103=abreve 104=Aogon 105=aogon 106=Cacute 107=cacute 108=Ccirc 109=ccirc 10a=Cdot
10b=cdot 10c=Ccaron 10d=ccaron 10e=Dcaron 10f=dcaron 110=Dstrok 111=dstrok 112=Emacr 113=emacr
116=Edot 117=edot 118=Eogon 119=eogon 11a=Ecaron 11b=ecaron 11c=Gcirc 11d=gcirc 11e=Gbreve
11f=gbreve 120=Gdot 121=gdot 122=Gcedil 124=Hcirc 125=hcirc 126=Hstrok 127=hstrok 128=Itilde
129=itilde 12a=Imacr 12b=imacr 12e=Iogon 12f=iogon 130=Idot 131=imath,inodot 132=IJlig 133=ijlig
134=Jcirc 135=jcirc 136=Kcedil 137=kcedil 138=kgreen 139=Lacute 13a=lacute 13b=Lcedil 13c=lcedil
13d=Lcaron 13e=lcaron 13f=Lmidot 140=lmidot 141=Lstrok 142=lstrok 143=Nacute 144=nacute 145=Ncedil
146=ncedil 147=Ncaron 148=ncaron 149=napos 14a=ENG 14b=eng 14c=Omacr 14d=omacr 150=Odblac
151=odblac 152=OElig 153=oelig 154=Racute 155=racute 156=Rcedil 157=rcedil 158=Rcaron 159=rcaron
15a=Sacute 15b=sacute 15c=Scirc 15d=scirc 15e=Scedil 15f=scedil 160=Scaron 161=scaron 162=Tcedil
163=tcedil 164=Tcaron 165=tcaron 166=Tstrok 167=tstrok 168=Utilde 169=utilde 16a=Umacr 16b=umacr
16c=Ubreve 16d=ubreve 16e=Uring 16f=uring 170=Udblac 171=udblac 172=Uogon 173=uogon 174=Wcirc
175=wcirc 176=Ycirc 177=ycirc 178=Yuml 179=Zacute 17a=zacute 17b=Zdot 17c=zdot 17d=Zcaron
17e=zcaron 192=fnof 1b5=imped 1f5=gacute 237=jmath 2c6=circ 2dc=tilde 391=Alpha 392=Beta 393=Gamma
394=Delta 395=Epsilon 396=Zeta 397=Eta 398=Theta 399=Iota 39a=Kappa 39b=Lambda 39c=Mu 39d=Nu
39e=Xi 39f=Omicron 3a0=Pi 3a1=Rho 3a3=Sigma 3a4=Tau 3a5=Upsilon 3a6=Phi 3a7=Chi 3a8=Psi 3a9=Omega
3b1=alpha 3b2=beta 3b3=gamma 3b4=delta 3b5=epsilon 3b6=zeta 3b7=eta 3b8=theta 3b9=iota 3ba=kappa
3bb=lambda 3bc=mu 3bd=nu 3be=xi 3bf=omicron 3c0=pi 3c1=rho 3c2=sigmaf 3c3=sigma 3c4=tau
3c5=upsilon 3c6=phi 3c7=chi 3c8=psi 3c9=omega 3d1=thetasym 3d2=upsih 3d6=piv 2002=ensp 2003=emsp
2004=emsp13 2005=emsp14 2007=numsp 2008=puncsp 2009=ThinSpace,thinsp 200a=VeryThinSpace,hairsp
200b=NegativeMediumSpace,NegativeThickSpace,NegativeThinSpace,NegativeVeryThinSpace,ZeroWidthSpace
200c=zwnj 200d=zwj 200e=lrm 200f=rlm 2010=dash,hyphen 2013=ndash 2014=mdash 2015=horbar
2016=Verbar,Vert 2018=OpenCurlyQuote,lsquo 2019=CloseCurlyQuote,rsquo,rsquor 201a=lsquor,sbquo
201c=OpenCurlyDoubleQuote,ldquo 201d=CloseCurlyDoubleQuote,rdquo,rdquor 201e=bdquo,ldquor
2020=dagger 2021=Dagger,ddagger 2022=bull,bullet 2025=nldr 2026=hellip,mldr 2030=permil
2031=pertenk 2032=prime 2033=Prime 2034=tprime 2035=backprime,bprime 2039=lsaquo 203a=rsaquo
203e=OverBar,oline 2041=caret 2043=hybull 2044=frasl 204f=bsemi 2057=qprime 205f=MediumSpace
2060=NoBreak 2061=ApplyFunction,af 2062=InvisibleTimes,it 2063=InvisibleComma,ic 20ac=euro
2102=Copf,complexes 2105=incare 210a=gscr 210b=HilbertSpace,Hscr,hamilt 210c=Hfr,Poincareplane
210d=Hopf,quaternions 210e=planckh 210f=hbar,hslash,planck,plankv 2110=Iscr,imagline
2111=Ifr,Im,image,imagpart 2112=Laplacetrf,Lscr,lagran 2113=ell 2115=Nopf,naturals 2116=numero
2117=copysr 2118=weierp,wp 2119=Popf,primes 211a=Qopf,rationals 211b=Rscr,realine
211c=Re,Rfr,real,realpart 211d=Ropf,reals 211e=rx 2122=TRADE,trade 2124=Zopf,integers 2127=mho
2128=Zfr,zeetrf 2129=iiota 212c=Bernoullis,Bscr,bernou 212d=Cayleys,Cfr 212f=escr
2130=Escr,expectation 2131=Fouriertrf,Fscr 2133=Mellintrf,Mscr,phmmat 2134=order,orderof,oscr
2135=alefsym,aleph 2136=beth 2137=gimel 2138=daleth 2145=CapitalDifferentialD,DD
2146=DifferentialD,dd 2147=ExponentialE,ee,exponentiale 2148=ImaginaryI,ii 2153=frac13 2154=frac23
2155=frac15 2156=frac25 2157=frac35 2158=frac45 2159=frac16 215a=frac56 215b=frac18 215c=frac38
215d=frac58 215e=frac78 2190=larr 2191=uarr 2192=rarr 2193=darr 2194=harr 21b5=crarr 21d0=lArr
21d1=uArr 21d2=rArr 21d3=dArr 21d4=hArr 2200=forall 2202=part 2203=exist 2205=empty 2207=nabla
2208=isin 2209=notin 220b=ni 220f=prod 2211=sum 2212=minus 2217=lowast 221a=radic 221d=prop
221e=infin 2220=ang 2227=and 2228=or 2229=cap 222a=cup 222b=int 2234=there4 223c=sim 2245=cong
2248=asymp 2260=ne 2261=equiv 2264=le 2265=ge 2282=sub 2283=sup 2284=nsub 2286=sube 2287=supe
2295=oplus 2297=otimes 22a5=perp 22c5=sdot 2308=lceil 2309=rceil 230a=lfloor 230b=rfloor 2329=lang
232a=rang 25ca=loz 2605=bigstar,starf 2606=star 260e=phone 2640=female 2642=male
2660=spades,spadesuit 2663=clubs,clubsuit 2665=hearts,heartsuit 2666=diamondsuit,diams 266a=sung
266d=flat 266e=natur,natural 266f=sharp 2713=check,checkmark 2717=cross 2720=malt,maltese
2736=sext 2758=VerticalSeparator 2772=lbbrk 2773=rbbrk
`

const CHARACTERS = new Map(
  NAMES.trim()
    .split(/\s/)
    .flatMap((entry) => {
      const [code = '', names = ''] = entry.split('=')
      const character = String.fromCodePoint(Number.parseInt(code, 16))
      return names.split(',').map((name): [string, string] => [name, character])
    }),
)

const REFERENCE =
  /&(?:#(?:[xX](?<hex>[\da-fA-F]{1,8})|(?<decimal>\d{1,10}))|(?<name>[a-zA-Z][a-zA-Z\d]{1,31}));/g

/** Decodes once; keeps unknown references. */
export const decodeEntities = (text: string): string =>
  text.replace(REFERENCE, (reference, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return CHARACTERS.get(name) ?? reference
    return characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
  })

const WINDOWS_1252 = new TextDecoder('windows-1252')

/** Decodes 128 to 159 as Windows-1252, as HTML does. */
const characterOf = (code: number): string => {
  if (code >= 0x80 && code <= 0x9f) return WINDOWS_1252.decode(Uint8Array.of(code))
  const isCharacter = code > 0 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff)
  return isCharacter ? String.fromCodePoint(code) : '\ufffd'
}

const ELEMENTS =
  'a|abbr|b|big|bdi|bdo|blockquote|br|center|cite|code|del|div|em|figure|font|h[1-6]|hr|i|iframe|img|ins|kbd|label|li|mark|ol|p|picture|pre|q|s|samp|script|section|small|source|span|strike|strong|style|sub|sup|svg|table|tbody|td|th|thead|time|tr|tt|u|ul|var|video|wbr'
/** Bounded length keeps text with many `<` linear. */
const TAG = new RegExp(`</?(?:${ELEMENTS})(?:[\\s/][^<>]{0,500})?>|<!--.{0,500}?-->`, 'gis')

/** Renders a name that may be HTML on one line. Keeps a `<` that opens no tag. */
export const textOfName = (name: string): string =>
  decodeEntities(name.replace(TAG, ' ')).replace(/\s+/g, ' ').trim()
