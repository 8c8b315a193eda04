/**
 * Characters of keysym names, and the other way of writing a keysym. Pure.
 *
 * The table was generated from X11/keysymdef.h of xorgproto 2022.1 (MIT licence, The Open Group): every name that stands
 * for exactly one character, without the names of one letter or digit, which stand for themselves.
 */
import { KEYSYM_NAMES } from './keysym-numbers.ts';

const TABLE = `
  space 20 exclam 21 quotedbl 22 numbersign 23 dollar 24 percent 25 ampersand 26 apostrophe 27 parenleft 28
  parenright 29 asterisk 2a plus 2b comma 2c minus 2d period 2e slash 2f colon 3a semicolon 3b less 3c equal 3d
  greater 3e question 3f at 40 bracketleft 5b backslash 5c bracketright 5d asciicircum 5e underscore 5f grave 60
  braceleft 7b bar 7c braceright 7d asciitilde 7e nobreakspace a0 exclamdown a1 cent a2 sterling a3 currency a4 yen a5
  brokenbar a6 section a7 diaeresis a8 copyright a9 ordfeminine aa guillemotleft ab notsign ac hyphen ad registered ae
  macron af degree b0 plusminus b1 twosuperior b2 threesuperior b3 acute b4 mu b5 paragraph b6 periodcentered b7
  cedilla b8 onesuperior b9 masculine ba guillemotright bb onequarter bc onehalf bd threequarters be questiondown bf
  Agrave c0 Aacute c1 Acircumflex c2 Atilde c3 Adiaeresis c4 Aring c5 AE c6 Ccedilla c7 Egrave c8 Eacute c9
  Ecircumflex ca Ediaeresis cb Igrave cc Iacute cd Icircumflex ce Idiaeresis cf ETH d0 Ntilde d1 Ograve d2 Oacute d3
  Ocircumflex d4 Otilde d5 Odiaeresis d6 multiply d7 Oslash d8 Ooblique d8 Ugrave d9 Uacute da Ucircumflex db
  Udiaeresis dc Yacute dd THORN de ssharp df agrave e0 aacute e1 acircumflex e2 atilde e3 adiaeresis e4 aring e5 ae e6
  ccedilla e7 egrave e8 eacute e9 ecircumflex ea ediaeresis eb igrave ec iacute ed icircumflex ee idiaeresis ef eth f0
  ntilde f1 ograve f2 oacute f3 ocircumflex f4 otilde f5 odiaeresis f6 division f7 oslash f8 ooblique f8 ugrave f9
  uacute fa ucircumflex fb udiaeresis fc yacute fd thorn fe ydiaeresis ff Aogonek 104 breve 2d8 Lstroke 141 Lcaron 13d
  Sacute 15a Scaron 160 Scedilla 15e Tcaron 164 Zacute 179 Zcaron 17d Zabovedot 17b aogonek 105 ogonek 2db lstroke 142
  lcaron 13e sacute 15b caron 2c7 scaron 161 scedilla 15f tcaron 165 zacute 17a doubleacute 2dd zcaron 17e
  zabovedot 17c Racute 154 Abreve 102 Lacute 139 Cacute 106 Ccaron 10c Eogonek 118 Ecaron 11a Dcaron 10e Dstroke 110
  Nacute 143 Ncaron 147 Odoubleacute 150 Rcaron 158 Uring 16e Udoubleacute 170 Tcedilla 162 racute 155 abreve 103
  lacute 13a cacute 107 ccaron 10d eogonek 119 ecaron 11b dcaron 10f dstroke 111 nacute 144 ncaron 148
  odoubleacute 151 rcaron 159 uring 16f udoubleacute 171 tcedilla 163 abovedot 2d9 Hstroke 126 Hcircumflex 124
  Iabovedot 130 Gbreve 11e Jcircumflex 134 hstroke 127 hcircumflex 125 idotless 131 gbreve 11f jcircumflex 135
  Cabovedot 10a Ccircumflex 108 Gabovedot 120 Gcircumflex 11c Ubreve 16c Scircumflex 15c cabovedot 10b ccircumflex 109
  gabovedot 121 gcircumflex 11d ubreve 16d scircumflex 15d kra 138 Rcedilla 156 Itilde 128 Lcedilla 13b Emacron 112
  Gcedilla 122 Tslash 166 rcedilla 157 itilde 129 lcedilla 13c emacron 113 gcedilla 123 tslash 167 ENG 14a eng 14b
  Amacron 100 Iogonek 12e Eabovedot 116 Imacron 12a Ncedilla 145 Omacron 14c Kcedilla 136 Uogonek 172 Utilde 168
  Umacron 16a amacron 101 iogonek 12f eabovedot 117 imacron 12b ncedilla 146 omacron 14d kcedilla 137 uogonek 173
  utilde 169 umacron 16b Wcircumflex 174 wcircumflex 175 Ycircumflex 176 ycircumflex 177 Babovedot 1e02 babovedot 1e03
  Dabovedot 1e0a dabovedot 1e0b Fabovedot 1e1e fabovedot 1e1f Mabovedot 1e40 mabovedot 1e41 Pabovedot 1e56
  pabovedot 1e57 Sabovedot 1e60 sabovedot 1e61 Tabovedot 1e6a tabovedot 1e6b Wgrave 1e80 wgrave 1e81 Wacute 1e82
  wacute 1e83 Wdiaeresis 1e84 wdiaeresis 1e85 Ygrave 1ef2 ygrave 1ef3 OE 152 oe 153 Ydiaeresis 178 overline 203e
  kana_fullstop 3002 kana_openingbracket 300c kana_closingbracket 300d kana_comma 3001 kana_conjunctive 30fb
  kana_WO 30f2 kana_a 30a1 kana_i 30a3 kana_u 30a5 kana_e 30a7 kana_o 30a9 kana_ya 30e3 kana_yu 30e5 kana_yo 30e7
  kana_tsu 30c3 prolongedsound 30fc kana_A 30a2 kana_I 30a4 kana_U 30a6 kana_E 30a8 kana_O 30aa kana_KA 30ab
  kana_KI 30ad kana_KU 30af kana_KE 30b1 kana_KO 30b3 kana_SA 30b5 kana_SHI 30b7 kana_SU 30b9 kana_SE 30bb
  kana_SO 30bd kana_TA 30bf kana_CHI 30c1 kana_TSU 30c4 kana_TE 30c6 kana_TO 30c8 kana_NA 30ca kana_NI 30cb
  kana_NU 30cc kana_NE 30cd kana_NO 30ce kana_HA 30cf kana_HI 30d2 kana_FU 30d5 kana_HE 30d8 kana_HO 30db kana_MA 30de
  kana_MI 30df kana_MU 30e0 kana_ME 30e1 kana_MO 30e2 kana_YA 30e4 kana_YU 30e6 kana_YO 30e8 kana_RA 30e9 kana_RI 30ea
  kana_RU 30eb kana_RE 30ec kana_RO 30ed kana_WA 30ef kana_N 30f3 voicedsound 309b semivoicedsound 309c Farsi_0 6f0
  Farsi_1 6f1 Farsi_2 6f2 Farsi_3 6f3 Farsi_4 6f4 Farsi_5 6f5 Farsi_6 6f6 Farsi_7 6f7 Farsi_8 6f8 Farsi_9 6f9
  Arabic_percent 66a Arabic_superscript_alef 670 Arabic_tteh 679 Arabic_peh 67e Arabic_tcheh 686 Arabic_ddal 688
  Arabic_rreh 691 Arabic_comma 60c Arabic_fullstop 6d4 Arabic_0 660 Arabic_1 661 Arabic_2 662 Arabic_3 663
  Arabic_4 664 Arabic_5 665 Arabic_6 666 Arabic_7 667 Arabic_8 668 Arabic_9 669 Arabic_semicolon 61b
  Arabic_question_mark 61f Arabic_hamza 621 Arabic_maddaonalef 622 Arabic_hamzaonalef 623 Arabic_hamzaonwaw 624
  Arabic_hamzaunderalef 625 Arabic_hamzaonyeh 626 Arabic_alef 627 Arabic_beh 628 Arabic_tehmarbuta 629 Arabic_teh 62a
  Arabic_theh 62b Arabic_jeem 62c Arabic_hah 62d Arabic_khah 62e Arabic_dal 62f Arabic_thal 630 Arabic_ra 631
  Arabic_zain 632 Arabic_seen 633 Arabic_sheen 634 Arabic_sad 635 Arabic_dad 636 Arabic_tah 637 Arabic_zah 638
  Arabic_ain 639 Arabic_ghain 63a Arabic_tatweel 640 Arabic_feh 641 Arabic_qaf 642 Arabic_kaf 643 Arabic_lam 644
  Arabic_meem 645 Arabic_noon 646 Arabic_ha 647 Arabic_waw 648 Arabic_alefmaksura 649 Arabic_yeh 64a
  Arabic_fathatan 64b Arabic_dammatan 64c Arabic_kasratan 64d Arabic_fatha 64e Arabic_damma 64f Arabic_kasra 650
  Arabic_shadda 651 Arabic_sukun 652 Arabic_madda_above 653 Arabic_hamza_above 654 Arabic_hamza_below 655
  Arabic_jeh 698 Arabic_veh 6a4 Arabic_keheh 6a9 Arabic_gaf 6af Arabic_noon_ghunna 6ba Arabic_heh_doachashmee 6be
  Farsi_yeh 6cc Arabic_farsi_yeh 6cc Arabic_yeh_baree 6d2 Arabic_heh_goal 6c1 Cyrillic_GHE_bar 492
  Cyrillic_ghe_bar 493 Cyrillic_ZHE_descender 496 Cyrillic_zhe_descender 497 Cyrillic_KA_descender 49a
  Cyrillic_ka_descender 49b Cyrillic_KA_vertstroke 49c Cyrillic_ka_vertstroke 49d Cyrillic_EN_descender 4a2
  Cyrillic_en_descender 4a3 Cyrillic_U_straight 4ae Cyrillic_u_straight 4af Cyrillic_U_straight_bar 4b0
  Cyrillic_u_straight_bar 4b1 Cyrillic_HA_descender 4b2 Cyrillic_ha_descender 4b3 Cyrillic_CHE_descender 4b6
  Cyrillic_che_descender 4b7 Cyrillic_CHE_vertstroke 4b8 Cyrillic_che_vertstroke 4b9 Cyrillic_SHHA 4ba
  Cyrillic_shha 4bb Cyrillic_SCHWA 4d8 Cyrillic_schwa 4d9 Cyrillic_I_macron 4e2 Cyrillic_i_macron 4e3
  Cyrillic_O_bar 4e8 Cyrillic_o_bar 4e9 Cyrillic_U_macron 4ee Cyrillic_u_macron 4ef Serbian_dje 452 Macedonia_gje 453
  Cyrillic_io 451 Ukrainian_ie 454 Macedonia_dse 455 Ukrainian_i 456 Ukrainian_yi 457 Cyrillic_je 458 Cyrillic_lje 459
  Cyrillic_nje 45a Serbian_tshe 45b Macedonia_kje 45c Ukrainian_ghe_with_upturn 491 Byelorussian_shortu 45e
  Cyrillic_dzhe 45f numerosign 2116 Serbian_DJE 402 Macedonia_GJE 403 Cyrillic_IO 401 Ukrainian_IE 404
  Macedonia_DSE 405 Ukrainian_I 406 Ukrainian_YI 407 Cyrillic_JE 408 Cyrillic_LJE 409 Cyrillic_NJE 40a
  Serbian_TSHE 40b Macedonia_KJE 40c Ukrainian_GHE_WITH_UPTURN 490 Byelorussian_SHORTU 40e Cyrillic_DZHE 40f
  Cyrillic_yu 44e Cyrillic_a 430 Cyrillic_be 431 Cyrillic_tse 446 Cyrillic_de 434 Cyrillic_ie 435 Cyrillic_ef 444
  Cyrillic_ghe 433 Cyrillic_ha 445 Cyrillic_i 438 Cyrillic_shorti 439 Cyrillic_ka 43a Cyrillic_el 43b Cyrillic_em 43c
  Cyrillic_en 43d Cyrillic_o 43e Cyrillic_pe 43f Cyrillic_ya 44f Cyrillic_er 440 Cyrillic_es 441 Cyrillic_te 442
  Cyrillic_u 443 Cyrillic_zhe 436 Cyrillic_ve 432 Cyrillic_softsign 44c Cyrillic_yeru 44b Cyrillic_ze 437
  Cyrillic_sha 448 Cyrillic_e 44d Cyrillic_shcha 449 Cyrillic_che 447 Cyrillic_hardsign 44a Cyrillic_YU 42e
  Cyrillic_A 410 Cyrillic_BE 411 Cyrillic_TSE 426 Cyrillic_DE 414 Cyrillic_IE 415 Cyrillic_EF 424 Cyrillic_GHE 413
  Cyrillic_HA 425 Cyrillic_I 418 Cyrillic_SHORTI 419 Cyrillic_KA 41a Cyrillic_EL 41b Cyrillic_EM 41c Cyrillic_EN 41d
  Cyrillic_O 41e Cyrillic_PE 41f Cyrillic_YA 42f Cyrillic_ER 420 Cyrillic_ES 421 Cyrillic_TE 422 Cyrillic_U 423
  Cyrillic_ZHE 416 Cyrillic_VE 412 Cyrillic_SOFTSIGN 42c Cyrillic_YERU 42b Cyrillic_ZE 417 Cyrillic_SHA 428
  Cyrillic_E 42d Cyrillic_SHCHA 429 Cyrillic_CHE 427 Cyrillic_HARDSIGN 42a Greek_ALPHAaccent 386
  Greek_EPSILONaccent 388 Greek_ETAaccent 389 Greek_IOTAaccent 38a Greek_IOTAdieresis 3aa Greek_OMICRONaccent 38c
  Greek_UPSILONaccent 38e Greek_UPSILONdieresis 3ab Greek_OMEGAaccent 38f Greek_accentdieresis 385 Greek_horizbar 2015
  Greek_alphaaccent 3ac Greek_epsilonaccent 3ad Greek_etaaccent 3ae Greek_iotaaccent 3af Greek_iotadieresis 3ca
  Greek_iotaaccentdieresis 390 Greek_omicronaccent 3cc Greek_upsilonaccent 3cd Greek_upsilondieresis 3cb
  Greek_upsilonaccentdieresis 3b0 Greek_omegaaccent 3ce Greek_ALPHA 391 Greek_BETA 392 Greek_GAMMA 393 Greek_DELTA 394
  Greek_EPSILON 395 Greek_ZETA 396 Greek_ETA 397 Greek_THETA 398 Greek_IOTA 399 Greek_KAPPA 39a Greek_LAMDA 39b
  Greek_LAMBDA 39b Greek_MU 39c Greek_NU 39d Greek_XI 39e Greek_OMICRON 39f Greek_PI 3a0 Greek_RHO 3a1 Greek_SIGMA 3a3
  Greek_TAU 3a4 Greek_UPSILON 3a5 Greek_PHI 3a6 Greek_CHI 3a7 Greek_PSI 3a8 Greek_OMEGA 3a9 Greek_alpha 3b1
  Greek_beta 3b2 Greek_gamma 3b3 Greek_delta 3b4 Greek_epsilon 3b5 Greek_zeta 3b6 Greek_eta 3b7 Greek_theta 3b8
  Greek_iota 3b9 Greek_kappa 3ba Greek_lamda 3bb Greek_lambda 3bb Greek_mu 3bc Greek_nu 3bd Greek_xi 3be
  Greek_omicron 3bf Greek_pi 3c0 Greek_rho 3c1 Greek_sigma 3c3 Greek_finalsmallsigma 3c2 Greek_tau 3c4
  Greek_upsilon 3c5 Greek_phi 3c6 Greek_chi 3c7 Greek_psi 3c8 Greek_omega 3c9 leftradical 23b7 topintegral 2320
  botintegral 2321 topleftsqbracket 23a1 botleftsqbracket 23a3 toprightsqbracket 23a4 botrightsqbracket 23a6
  topleftparens 239b botleftparens 239d toprightparens 239e botrightparens 23a0 leftmiddlecurlybrace 23a8
  rightmiddlecurlybrace 23ac lessthanequal 2264 notequal 2260 greaterthanequal 2265 integral 222b therefore 2234
  variation 221d infinity 221e nabla 2207 approximate 223c similarequal 2243 ifonlyif 21d4 implies 21d2 identical 2261
  radical 221a includedin 2282 includes 2283 intersection 2229 union 222a logicaland 2227 logicalor 2228
  partialderivative 2202 function 192 leftarrow 2190 uparrow 2191 rightarrow 2192 downarrow 2193 soliddiamond 25c6
  checkerboard 2592 ht 2409 ff 240c cr 240d lf 240a nl 2424 vt 240b lowrightcorner 2518 uprightcorner 2510
  upleftcorner 250c lowleftcorner 2514 crossinglines 253c horizlinescan1 23ba horizlinescan3 23bb horizlinescan5 2500
  horizlinescan7 23bc horizlinescan9 23bd leftt 251c rightt 2524 bott 2534 topt 252c vertbar 2502 emspace 2003
  enspace 2002 em3space 2004 em4space 2005 digitspace 2007 punctspace 2008 thinspace 2009 hairspace 200a emdash 2014
  endash 2013 ellipsis 2026 doubbaselinedot 2025 onethird 2153 twothirds 2154 onefifth 2155 twofifths 2156
  threefifths 2157 fourfifths 2158 onesixth 2159 fivesixths 215a careof 2105 figdash 2012 oneeighth 215b
  threeeighths 215c fiveeighths 215d seveneighths 215e trademark 2122 leftsinglequotemark 2018
  rightsinglequotemark 2019 leftdoublequotemark 201c rightdoublequotemark 201d prescription 211e permille 2030
  minutes 2032 seconds 2033 latincross 271d club 2663 diamond 2666 heart 2665 maltesecross 2720 dagger 2020
  doubledagger 2021 checkmark 2713 ballotcross 2717 musicalsharp 266f musicalflat 266d malesymbol 2642
  femalesymbol 2640 telephone 260e telephonerecorder 2315 phonographcopyright 2117 caret 2038 singlelowquotemark 201a
  doublelowquotemark 201e downtack 22a4 downstile 230a jot 2218 quad 2395 uptack 22a5 circle 25cb upstile 2308
  lefttack 22a3 righttack 22a2 hebrew_doublelowline 2017 hebrew_aleph 5d0 hebrew_bet 5d1 hebrew_gimel 5d2
  hebrew_dalet 5d3 hebrew_he 5d4 hebrew_waw 5d5 hebrew_zain 5d6 hebrew_chet 5d7 hebrew_tet 5d8 hebrew_yod 5d9
  hebrew_finalkaph 5da hebrew_kaph 5db hebrew_lamed 5dc hebrew_finalmem 5dd hebrew_mem 5de hebrew_finalnun 5df
  hebrew_nun 5e0 hebrew_samech 5e1 hebrew_ayin 5e2 hebrew_finalpe 5e3 hebrew_pe 5e4 hebrew_finalzade 5e5
  hebrew_zade 5e6 hebrew_qoph 5e7 hebrew_resh 5e8 hebrew_shin 5e9 hebrew_taw 5ea Thai_kokai e01 Thai_khokhai e02
  Thai_khokhuat e03 Thai_khokhwai e04 Thai_khokhon e05 Thai_khorakhang e06 Thai_ngongu e07 Thai_chochan e08
  Thai_choching e09 Thai_chochang e0a Thai_soso e0b Thai_chochoe e0c Thai_yoying e0d Thai_dochada e0e Thai_topatak e0f
  Thai_thothan e10 Thai_thonangmontho e11 Thai_thophuthao e12 Thai_nonen e13 Thai_dodek e14 Thai_totao e15
  Thai_thothung e16 Thai_thothahan e17 Thai_thothong e18 Thai_nonu e19 Thai_bobaimai e1a Thai_popla e1b
  Thai_phophung e1c Thai_fofa e1d Thai_phophan e1e Thai_fofan e1f Thai_phosamphao e20 Thai_moma e21 Thai_yoyak e22
  Thai_rorua e23 Thai_ru e24 Thai_loling e25 Thai_lu e26 Thai_wowaen e27 Thai_sosala e28 Thai_sorusi e29
  Thai_sosua e2a Thai_hohip e2b Thai_lochula e2c Thai_oang e2d Thai_honokhuk e2e Thai_paiyannoi e2f Thai_saraa e30
  Thai_maihanakat e31 Thai_saraaa e32 Thai_saraam e33 Thai_sarai e34 Thai_saraii e35 Thai_saraue e36 Thai_sarauee e37
  Thai_sarau e38 Thai_sarauu e39 Thai_phinthu e3a Thai_baht e3f Thai_sarae e40 Thai_saraae e41 Thai_sarao e42
  Thai_saraaimaimuan e43 Thai_saraaimaimalai e44 Thai_lakkhangyao e45 Thai_maiyamok e46 Thai_maitaikhu e47
  Thai_maiek e48 Thai_maitho e49 Thai_maitri e4a Thai_maichattawa e4b Thai_thanthakhat e4c Thai_nikhahit e4d
  Thai_leksun e50 Thai_leknung e51 Thai_leksong e52 Thai_leksam e53 Thai_leksi e54 Thai_lekha e55 Thai_lekhok e56
  Thai_lekchet e57 Thai_lekpaet e58 Thai_lekkao e59 Hangul_Kiyeog 3131 Hangul_SsangKiyeog 3132 Hangul_KiyeogSios 3133
  Hangul_Nieun 3134 Hangul_NieunJieuj 3135 Hangul_NieunHieuh 3136 Hangul_Dikeud 3137 Hangul_SsangDikeud 3138
  Hangul_Rieul 3139 Hangul_RieulKiyeog 313a Hangul_RieulMieum 313b Hangul_RieulPieub 313c Hangul_RieulSios 313d
  Hangul_RieulTieut 313e Hangul_RieulPhieuf 313f Hangul_RieulHieuh 3140 Hangul_Mieum 3141 Hangul_Pieub 3142
  Hangul_SsangPieub 3143 Hangul_PieubSios 3144 Hangul_Sios 3145 Hangul_SsangSios 3146 Hangul_Ieung 3147
  Hangul_Jieuj 3148 Hangul_SsangJieuj 3149 Hangul_Cieuc 314a Hangul_Khieuq 314b Hangul_Tieut 314c Hangul_Phieuf 314d
  Hangul_Hieuh 314e Hangul_A 314f Hangul_AE 3150 Hangul_YA 3151 Hangul_YAE 3152 Hangul_EO 3153 Hangul_E 3154
  Hangul_YEO 3155 Hangul_YE 3156 Hangul_O 3157 Hangul_WA 3158 Hangul_WAE 3159 Hangul_OE 315a Hangul_YO 315b
  Hangul_U 315c Hangul_WEO 315d Hangul_WE 315e Hangul_WI 315f Hangul_YU 3160 Hangul_EU 3161 Hangul_YI 3162
  Hangul_I 3163 Hangul_J_Kiyeog 11a8 Hangul_J_SsangKiyeog 11a9 Hangul_J_KiyeogSios 11aa Hangul_J_Nieun 11ab
  Hangul_J_NieunJieuj 11ac Hangul_J_NieunHieuh 11ad Hangul_J_Dikeud 11ae Hangul_J_Rieul 11af Hangul_J_RieulKiyeog 11b0
  Hangul_J_RieulMieum 11b1 Hangul_J_RieulPieub 11b2 Hangul_J_RieulSios 11b3 Hangul_J_RieulTieut 11b4
  Hangul_J_RieulPhieuf 11b5 Hangul_J_RieulHieuh 11b6 Hangul_J_Mieum 11b7 Hangul_J_Pieub 11b8 Hangul_J_PieubSios 11b9
  Hangul_J_Sios 11ba Hangul_J_SsangSios 11bb Hangul_J_Ieung 11bc Hangul_J_Jieuj 11bd Hangul_J_Cieuc 11be
  Hangul_J_Khieuq 11bf Hangul_J_Tieut 11c0 Hangul_J_Phieuf 11c1 Hangul_J_Hieuh 11c2 Hangul_RieulYeorinHieuh 316d
  Hangul_SunkyeongeumMieum 3171 Hangul_SunkyeongeumPieub 3178 Hangul_PanSios 317f Hangul_KkogjiDalrinIeung 3181
  Hangul_SunkyeongeumPhieuf 3184 Hangul_YeorinHieuh 3186 Hangul_AraeA 318d Hangul_AraeAE 318e Hangul_J_PanSios 11eb
  Hangul_J_KkogjiDalrinIeung 11f0 Hangul_J_YeorinHieuh 11f9 Armenian_ligature_ew 587 Armenian_full_stop 589
  Armenian_verjaket 589 Armenian_separation_mark 55d Armenian_but 55d Armenian_hyphen 58a Armenian_yentamna 58a
  Armenian_exclam 55c Armenian_amanak 55c Armenian_accent 55b Armenian_shesht 55b Armenian_question 55e
  Armenian_paruyk 55e Armenian_AYB 531 Armenian_ayb 561 Armenian_BEN 532 Armenian_ben 562 Armenian_GIM 533
  Armenian_gim 563 Armenian_DA 534 Armenian_da 564 Armenian_YECH 535 Armenian_yech 565 Armenian_ZA 536 Armenian_za 566
  Armenian_E 537 Armenian_e 567 Armenian_AT 538 Armenian_at 568 Armenian_TO 539 Armenian_to 569 Armenian_ZHE 53a
  Armenian_zhe 56a Armenian_INI 53b Armenian_ini 56b Armenian_LYUN 53c Armenian_lyun 56c Armenian_KHE 53d
  Armenian_khe 56d Armenian_TSA 53e Armenian_tsa 56e Armenian_KEN 53f Armenian_ken 56f Armenian_HO 540 Armenian_ho 570
  Armenian_DZA 541 Armenian_dza 571 Armenian_GHAT 542 Armenian_ghat 572 Armenian_TCHE 543 Armenian_tche 573
  Armenian_MEN 544 Armenian_men 574 Armenian_HI 545 Armenian_hi 575 Armenian_NU 546 Armenian_nu 576 Armenian_SHA 547
  Armenian_sha 577 Armenian_VO 548 Armenian_vo 578 Armenian_CHA 549 Armenian_cha 579 Armenian_PE 54a Armenian_pe 57a
  Armenian_JE 54b Armenian_je 57b Armenian_RA 54c Armenian_ra 57c Armenian_SE 54d Armenian_se 57d Armenian_VEV 54e
  Armenian_vev 57e Armenian_TYUN 54f Armenian_tyun 57f Armenian_RE 550 Armenian_re 580 Armenian_TSO 551
  Armenian_tso 581 Armenian_VYUN 552 Armenian_vyun 582 Armenian_PYUR 553 Armenian_pyur 583 Armenian_KE 554
  Armenian_ke 584 Armenian_O 555 Armenian_o 585 Armenian_FE 556 Armenian_fe 586 Armenian_apostrophe 55a
  Georgian_an 10d0 Georgian_ban 10d1 Georgian_gan 10d2 Georgian_don 10d3 Georgian_en 10d4 Georgian_vin 10d5
  Georgian_zen 10d6 Georgian_tan 10d7 Georgian_in 10d8 Georgian_kan 10d9 Georgian_las 10da Georgian_man 10db
  Georgian_nar 10dc Georgian_on 10dd Georgian_par 10de Georgian_zhar 10df Georgian_rae 10e0 Georgian_san 10e1
  Georgian_tar 10e2 Georgian_un 10e3 Georgian_phar 10e4 Georgian_khar 10e5 Georgian_ghan 10e6 Georgian_qar 10e7
  Georgian_shin 10e8 Georgian_chin 10e9 Georgian_can 10ea Georgian_jil 10eb Georgian_cil 10ec Georgian_char 10ed
  Georgian_xan 10ee Georgian_jhan 10ef Georgian_hae 10f0 Georgian_he 10f1 Georgian_hie 10f2 Georgian_we 10f3
  Georgian_har 10f4 Georgian_hoe 10f5 Georgian_fi 10f6 Xabovedot 1e8a Ibreve 12c Zstroke 1b5 Gcaron 1e6 Ocaron 1d1
  Obarred 19f xabovedot 1e8b ibreve 12d zstroke 1b6 gcaron 1e7 ocaron 1d2 obarred 275 SCHWA 18f schwa 259 EZH 1b7
  ezh 292 Lbelowdot 1e36 lbelowdot 1e37 Abelowdot 1ea0 abelowdot 1ea1 Ahook 1ea2 ahook 1ea3 Acircumflexacute 1ea4
  acircumflexacute 1ea5 Acircumflexgrave 1ea6 acircumflexgrave 1ea7 Acircumflexhook 1ea8 acircumflexhook 1ea9
  Acircumflextilde 1eaa acircumflextilde 1eab Acircumflexbelowdot 1eac acircumflexbelowdot 1ead Abreveacute 1eae
  abreveacute 1eaf Abrevegrave 1eb0 abrevegrave 1eb1 Abrevehook 1eb2 abrevehook 1eb3 Abrevetilde 1eb4 abrevetilde 1eb5
  Abrevebelowdot 1eb6 abrevebelowdot 1eb7 Ebelowdot 1eb8 ebelowdot 1eb9 Ehook 1eba ehook 1ebb Etilde 1ebc etilde 1ebd
  Ecircumflexacute 1ebe ecircumflexacute 1ebf Ecircumflexgrave 1ec0 ecircumflexgrave 1ec1 Ecircumflexhook 1ec2
  ecircumflexhook 1ec3 Ecircumflextilde 1ec4 ecircumflextilde 1ec5 Ecircumflexbelowdot 1ec6 ecircumflexbelowdot 1ec7
  Ihook 1ec8 ihook 1ec9 Ibelowdot 1eca ibelowdot 1ecb Obelowdot 1ecc obelowdot 1ecd Ohook 1ece ohook 1ecf
  Ocircumflexacute 1ed0 ocircumflexacute 1ed1 Ocircumflexgrave 1ed2 ocircumflexgrave 1ed3 Ocircumflexhook 1ed4
  ocircumflexhook 1ed5 Ocircumflextilde 1ed6 ocircumflextilde 1ed7 Ocircumflexbelowdot 1ed8 ocircumflexbelowdot 1ed9
  Ohornacute 1eda ohornacute 1edb Ohorngrave 1edc ohorngrave 1edd Ohornhook 1ede ohornhook 1edf Ohorntilde 1ee0
  ohorntilde 1ee1 Ohornbelowdot 1ee2 ohornbelowdot 1ee3 Ubelowdot 1ee4 ubelowdot 1ee5 Uhook 1ee6 uhook 1ee7
  Uhornacute 1ee8 uhornacute 1ee9 Uhorngrave 1eea uhorngrave 1eeb Uhornhook 1eec uhornhook 1eed Uhorntilde 1eee
  uhorntilde 1eef Uhornbelowdot 1ef0 uhornbelowdot 1ef1 Ybelowdot 1ef4 ybelowdot 1ef5 Yhook 1ef6 yhook 1ef7
  Ytilde 1ef8 ytilde 1ef9 Ohorn 1a0 ohorn 1a1 Uhorn 1af uhorn 1b0 combining_tilde 303 combining_grave 300
  combining_acute 301 combining_hook 309 combining_belowdot 323 EcuSign 20a0 ColonSign 20a1 CruzeiroSign 20a2
  FFrancSign 20a3 LiraSign 20a4 MillSign 20a5 NairaSign 20a6 PesetaSign 20a7 RupeeSign 20a8 WonSign 20a9
  NewSheqelSign 20aa DongSign 20ab EuroSign 20ac zerosuperior 2070 foursuperior 2074 fivesuperior 2075
  sixsuperior 2076 sevensuperior 2077 eightsuperior 2078 ninesuperior 2079 zerosubscript 2080 onesubscript 2081
  twosubscript 2082 threesubscript 2083 foursubscript 2084 fivesubscript 2085 sixsubscript 2086 sevensubscript 2087
  eightsubscript 2088 ninesubscript 2089 partdifferential 2202 emptyset 2205 elementof 2208 notelementof 2209
  because 2235 notidentical 2262 stricteq 2263 braille_blank 2800 braille_dots_1 2801 braille_dots_2 2802
  braille_dots_12 2803 braille_dots_3 2804 braille_dots_13 2805 braille_dots_23 2806 braille_dots_123 2807
  braille_dots_4 2808 braille_dots_14 2809 braille_dots_5 2810 braille_dots_15 2811 braille_dots_25 2812
  braille_dots_125 2813 braille_dots_35 2814 braille_dots_135 2815 braille_dots_235 2816 braille_dots_1235 2817
  braille_dots_45 2818 braille_dots_145 2819 braille_dots_6 2820 braille_dots_16 2821 braille_dots_26 2822
  braille_dots_126 2823 braille_dots_36 2824 braille_dots_136 2825 braille_dots_236 2826 braille_dots_1236 2827
  braille_dots_46 2828 braille_dots_146 2829 braille_dots_56 2830 braille_dots_156 2831 braille_dots_256 2832
  braille_dots_1256 2833 braille_dots_356 2834 braille_dots_1356 2835 braille_dots_2356 2836 braille_dots_12356 2837
  braille_dots_456 2838 braille_dots_1456 2839 braille_dots_7 2840 braille_dots_17 2841 braille_dots_27 2842
  braille_dots_127 2843 braille_dots_37 2844 braille_dots_137 2845 braille_dots_237 2846 braille_dots_1237 2847
  braille_dots_47 2848 braille_dots_147 2849 braille_dots_57 2850 braille_dots_157 2851 braille_dots_257 2852
  braille_dots_1257 2853 braille_dots_357 2854 braille_dots_1357 2855 braille_dots_2357 2856 braille_dots_12357 2857
  braille_dots_457 2858 braille_dots_1457 2859 braille_dots_67 2860 braille_dots_167 2861 braille_dots_267 2862
  braille_dots_1267 2863 braille_dots_367 2864 braille_dots_1367 2865 braille_dots_2367 2866 braille_dots_12367 2867
  braille_dots_467 2868 braille_dots_1467 2869 braille_dots_567 2870 braille_dots_1567 2871 braille_dots_2567 2872
  braille_dots_12567 2873 braille_dots_3567 2874 braille_dots_13567 2875 braille_dots_23567 2876
  braille_dots_123567 2877 braille_dots_4567 2878 braille_dots_14567 2879 braille_dots_8 2880 braille_dots_18 2881
  braille_dots_28 2882 braille_dots_128 2883 braille_dots_38 2884 braille_dots_138 2885 braille_dots_238 2886
  braille_dots_1238 2887 braille_dots_48 2888 braille_dots_148 2889 braille_dots_58 2890 braille_dots_158 2891
  braille_dots_258 2892 braille_dots_1258 2893 braille_dots_358 2894 braille_dots_1358 2895 braille_dots_2358 2896
  braille_dots_12358 2897 braille_dots_458 2898 braille_dots_1458 2899 Sinh_ng d82 Sinh_h2 d83 Sinh_a d85 Sinh_aa d86
  Sinh_ae d87 Sinh_aee d88 Sinh_i d89 Sinh_ii d8a Sinh_u d8b Sinh_uu d8c Sinh_ri d8d Sinh_rii d8e Sinh_lu d8f
  Sinh_luu d90 Sinh_e d91 Sinh_ee d92 Sinh_ai d93 Sinh_o d94 Sinh_oo d95 Sinh_au d96 Sinh_ka d9a Sinh_kha d9b
  Sinh_ga d9c Sinh_gha d9d Sinh_ng2 d9e Sinh_nga d9f Sinh_ca da0 Sinh_cha da1 Sinh_ja da2 Sinh_jha da3 Sinh_nya da4
  Sinh_jnya da5 Sinh_nja da6 Sinh_tta da7 Sinh_ttha da8 Sinh_dda da9 Sinh_ddha daa Sinh_nna dab Sinh_ndda dac
  Sinh_tha dad Sinh_thha dae Sinh_dha daf Sinh_dhha db0 Sinh_na db1 Sinh_ndha db3 Sinh_pa db4 Sinh_pha db5 Sinh_ba db6
  Sinh_bha db7 Sinh_ma db8 Sinh_mba db9 Sinh_ya dba Sinh_ra dbb Sinh_la dbd Sinh_va dc0 Sinh_sha dc1 Sinh_ssha dc2
  Sinh_sa dc3 Sinh_ha dc4 Sinh_lla dc5 Sinh_fa dc6 Sinh_al dca Sinh_aa2 dcf Sinh_ae2 dd0 Sinh_aee2 dd1 Sinh_i2 dd2
  Sinh_ii2 dd3 Sinh_u2 dd4 Sinh_uu2 dd6 Sinh_ru2 dd8 Sinh_e2 dd9 Sinh_ee2 dda Sinh_ai2 ddb Sinh_o2 ddc Sinh_oo2 ddd
  Sinh_au2 dde Sinh_lu2 ddf Sinh_ruu2 df2 Sinh_luu2 df3 Sinh_kunddaliya df4
`;

const characters = readTable(TABLE);
const names = new Map([...characters].toReversed().map(([name, character]) => [character, name]));

/** The name of a keysym, also of one written as a number: "0xffe3" Control_L, "0x61" a, "0x10020ac" EuroSign. */
export function nameOf(keysym: string): string {
  if (!keysym.startsWith('0x')) return keysym;
  const character = characterOf(keysym) ?? keysym;
  return KEYSYM_NAMES.get(Number(keysym)) ?? names.get(character) ?? character;
}

/** The character that a keysym types, when it types one: "adiaeresis" ä, "U20AC" €, "0x10020ac" €. */
export function characterOf(keysym: string): string | undefined {
  if (keysym.length === 1) return keysym;
  const known = characters.get(keysym);
  if (known !== undefined) return known;
  const unicode = /^U([0-9A-Fa-f]{4,6})$/.exec(keysym)?.[1];
  if (unicode !== undefined) return fromCodePoint(Number.parseInt(unicode, 16));
  if (!/^0x[0-9A-Fa-f]+$/.test(keysym)) return undefined;
  // Keysyms from 0x1000000 on are Unicode; those up to 0xff are Latin-1 (keysymdef.h).
  const value = Number.parseInt(keysym, 16);
  if (value >= 0x1000000) return fromCodePoint(value - 0x1000000);
  return value <= 0xff ? fromCodePoint(value) : undefined;
}

function fromCodePoint(value: number): string | undefined {
  return value >= 0x20 && value !== 0x7f && value <= 0x10ffff ? String.fromCodePoint(value) : undefined;
}

function readTable(table: string): Map<string, string> {
  const words = table.trim().split(/\s+/);
  const map = new Map<string, string>();
  for (let at = 0; at + 1 < words.length; at += 2) {
    map.set(words[at] ?? '', String.fromCodePoint(Number.parseInt(words[at + 1] ?? '', 16)));
  }
  return map;
}
