/**
 * Names of keysym numbers that stand neither for a Latin-1 nor for a Unicode character: libxkbcommon 1.13 writes keymaps in
 * numbers. Pure.
 *
 * The table was generated from X11/keysymdef.h and X11/XF86keysym.h of xorgproto 2022.1 (MIT licence, The Open Group), the
 * first name of each number, without those of 3270 terminals. A number with a colon begins a run of rising numbers.
 */
const TABLE = `
  1a1: Aogonek breve Lstroke 1a5: Lcaron Sacute 1a9: Scaron Scedilla Tcaron Zacute 1ae: Zcaron Zabovedot 1b1: aogonek
  ogonek lstroke 1b5: lcaron sacute caron 1b9: scaron scedilla tcaron zacute doubleacute zcaron zabovedot Racute 1c3:
  Abreve 1c5: Lacute Cacute 1c8: Ccaron 1ca: Eogonek 1cc: Ecaron 1cf: Dcaron Dstroke Nacute Ncaron 1d5: Odoubleacute
  1d8: Rcaron Uring 1db: Udoubleacute 1de: Tcedilla 1e0: racute 1e3: abreve 1e5: lacute cacute 1e8: ccaron 1ea:
  eogonek 1ec: ecaron 1ef: dcaron dstroke nacute ncaron 1f5: odoubleacute 1f8: rcaron uring 1fb: udoubleacute 1fe:
  tcedilla abovedot 2a1: Hstroke 2a6: Hcircumflex 2a9: Iabovedot 2ab: Gbreve Jcircumflex 2b1: hstroke 2b6: hcircumflex
  2b9: idotless 2bb: gbreve jcircumflex 2c5: Cabovedot Ccircumflex 2d5: Gabovedot 2d8: Gcircumflex 2dd: Ubreve
  Scircumflex 2e5: cabovedot ccircumflex 2f5: gabovedot 2f8: gcircumflex 2fd: ubreve scircumflex 3a2: kra Rcedilla
  3a5: Itilde Lcedilla 3aa: Emacron Gcedilla Tslash 3b3: rcedilla 3b5: itilde lcedilla 3ba: emacron gcedilla tslash
  ENG 3bf: eng Amacron 3c7: Iogonek 3cc: Eabovedot 3cf: Imacron 3d1: Ncedilla Omacron Kcedilla 3d9: Uogonek 3dd:
  Utilde Umacron 3e0: amacron 3e7: iogonek 3ec: eabovedot 3ef: imacron 3f1: ncedilla omacron kcedilla 3f9: uogonek
  3fd: utilde umacron 47e: overline 4a1: kana_fullstop kana_openingbracket kana_closingbracket kana_comma
  kana_conjunctive kana_WO kana_a kana_i kana_u kana_e kana_o kana_ya kana_yu kana_yo kana_tsu prolongedsound kana_A
  kana_I kana_U kana_E kana_O kana_KA kana_KI kana_KU kana_KE kana_KO kana_SA kana_SHI kana_SU kana_SE kana_SO kana_TA
  kana_CHI kana_TSU kana_TE kana_TO kana_NA kana_NI kana_NU kana_NE kana_NO kana_HA kana_HI kana_FU kana_HE kana_HO
  kana_MA kana_MI kana_MU kana_ME kana_MO kana_YA kana_YU kana_YO kana_RA kana_RI kana_RU kana_RE kana_RO kana_WA
  kana_N voicedsound semivoicedsound 5ac: Arabic_comma 5bb: Arabic_semicolon 5bf: Arabic_question_mark 5c1:
  Arabic_hamza Arabic_maddaonalef Arabic_hamzaonalef Arabic_hamzaonwaw Arabic_hamzaunderalef Arabic_hamzaonyeh
  Arabic_alef Arabic_beh Arabic_tehmarbuta Arabic_teh Arabic_theh Arabic_jeem Arabic_hah Arabic_khah Arabic_dal
  Arabic_thal Arabic_ra Arabic_zain Arabic_seen Arabic_sheen Arabic_sad Arabic_dad Arabic_tah Arabic_zah Arabic_ain
  Arabic_ghain 5e0: Arabic_tatweel Arabic_feh Arabic_qaf Arabic_kaf Arabic_lam Arabic_meem Arabic_noon Arabic_ha
  Arabic_waw Arabic_alefmaksura Arabic_yeh Arabic_fathatan Arabic_dammatan Arabic_kasratan Arabic_fatha Arabic_damma
  Arabic_kasra Arabic_shadda Arabic_sukun 6a1: Serbian_dje Macedonia_gje Cyrillic_io Ukrainian_ie Macedonia_dse
  Ukrainian_i Ukrainian_yi Cyrillic_je Cyrillic_lje Cyrillic_nje Serbian_tshe Macedonia_kje Ukrainian_ghe_with_upturn
  Byelorussian_shortu Cyrillic_dzhe numerosign Serbian_DJE Macedonia_GJE Cyrillic_IO Ukrainian_IE Macedonia_DSE
  Ukrainian_I Ukrainian_YI Cyrillic_JE Cyrillic_LJE Cyrillic_NJE Serbian_TSHE Macedonia_KJE Ukrainian_GHE_WITH_UPTURN
  Byelorussian_SHORTU Cyrillic_DZHE Cyrillic_yu Cyrillic_a Cyrillic_be Cyrillic_tse Cyrillic_de Cyrillic_ie
  Cyrillic_ef Cyrillic_ghe Cyrillic_ha Cyrillic_i Cyrillic_shorti Cyrillic_ka Cyrillic_el Cyrillic_em Cyrillic_en
  Cyrillic_o Cyrillic_pe Cyrillic_ya Cyrillic_er Cyrillic_es Cyrillic_te Cyrillic_u Cyrillic_zhe Cyrillic_ve
  Cyrillic_softsign Cyrillic_yeru Cyrillic_ze Cyrillic_sha Cyrillic_e Cyrillic_shcha Cyrillic_che Cyrillic_hardsign
  Cyrillic_YU Cyrillic_A Cyrillic_BE Cyrillic_TSE Cyrillic_DE Cyrillic_IE Cyrillic_EF Cyrillic_GHE Cyrillic_HA
  Cyrillic_I Cyrillic_SHORTI Cyrillic_KA Cyrillic_EL Cyrillic_EM Cyrillic_EN Cyrillic_O Cyrillic_PE Cyrillic_YA
  Cyrillic_ER Cyrillic_ES Cyrillic_TE Cyrillic_U Cyrillic_ZHE Cyrillic_VE Cyrillic_SOFTSIGN Cyrillic_YERU Cyrillic_ZE
  Cyrillic_SHA Cyrillic_E Cyrillic_SHCHA Cyrillic_CHE Cyrillic_HARDSIGN 7a1: Greek_ALPHAaccent Greek_EPSILONaccent
  Greek_ETAaccent Greek_IOTAaccent Greek_IOTAdieresis 7a7: Greek_OMICRONaccent Greek_UPSILONaccent
  Greek_UPSILONdieresis 7ab: Greek_OMEGAaccent 7ae: Greek_accentdieresis Greek_horizbar 7b1: Greek_alphaaccent
  Greek_epsilonaccent Greek_etaaccent Greek_iotaaccent Greek_iotadieresis Greek_iotaaccentdieresis Greek_omicronaccent
  Greek_upsilonaccent Greek_upsilondieresis Greek_upsilonaccentdieresis Greek_omegaaccent 7c1: Greek_ALPHA Greek_BETA
  Greek_GAMMA Greek_DELTA Greek_EPSILON Greek_ZETA Greek_ETA Greek_THETA Greek_IOTA Greek_KAPPA Greek_LAMDA Greek_MU
  Greek_NU Greek_XI Greek_OMICRON Greek_PI Greek_RHO Greek_SIGMA 7d4: Greek_TAU Greek_UPSILON Greek_PHI Greek_CHI
  Greek_PSI Greek_OMEGA 7e1: Greek_alpha Greek_beta Greek_gamma Greek_delta Greek_epsilon Greek_zeta Greek_eta
  Greek_theta Greek_iota Greek_kappa Greek_lamda Greek_mu Greek_nu Greek_xi Greek_omicron Greek_pi Greek_rho
  Greek_sigma Greek_finalsmallsigma Greek_tau Greek_upsilon Greek_phi Greek_chi Greek_psi Greek_omega 8a1: leftradical
  topleftradical horizconnector topintegral botintegral vertconnector topleftsqbracket botleftsqbracket
  toprightsqbracket botrightsqbracket topleftparens botleftparens toprightparens botrightparens leftmiddlecurlybrace
  rightmiddlecurlybrace topleftsummation botleftsummation topvertsummationconnector botvertsummationconnector
  toprightsummation botrightsummation rightmiddlesummation 8bc: lessthanequal notequal greaterthanequal integral
  therefore variation infinity 8c5: nabla 8c8: approximate similarequal 8cd: ifonlyif implies identical 8d6: radical
  8da: includedin includes intersection union logicaland logicalor 8ef: partialderivative 8f6: function 8fb: leftarrow
  uparrow rightarrow downarrow 9df: blank soliddiamond checkerboard ht ff cr lf 9e8: nl vt lowrightcorner
  uprightcorner upleftcorner lowleftcorner crossinglines horizlinescan1 horizlinescan3 horizlinescan5 horizlinescan7
  horizlinescan9 leftt rightt bott topt vertbar aa1: emspace enspace em3space em4space digitspace punctspace thinspace
  hairspace emdash endash aac: signifblank aae: ellipsis doubbaselinedot onethird twothirds onefifth twofifths
  threefifths fourfifths onesixth fivesixths careof abb: figdash leftanglebracket decimalpoint rightanglebracket
  marker ac3: oneeighth threeeighths fiveeighths seveneighths ac9: trademark signaturemark trademarkincircle
  leftopentriangle rightopentriangle emopencircle emopenrectangle leftsinglequotemark rightsinglequotemark
  leftdoublequotemark rightdoublequotemark prescription permille minutes seconds ad9: latincross hexagram
  filledrectbullet filledlefttribullet filledrighttribullet emfilledcircle emfilledrect enopencircbullet
  enopensquarebullet openrectbullet opentribulletup opentribulletdown openstar enfilledcircbullet enfilledsqbullet
  filledtribulletup filledtribulletdown leftpointer rightpointer club diamond heart af0: maltesecross dagger
  doubledagger checkmark ballotcross musicalsharp musicalflat malesymbol femalesymbol telephone telephonerecorder
  phonographcopyright caret singlelowquotemark doublelowquotemark cursor ba3: leftcaret ba6: rightcaret ba8: downcaret
  upcaret bc0: overbar bc2: downtack upshoe downstile bc6: underbar bca: jot bcc: quad bce: uptack circle bd3: upstile
  bd6: downshoe bd8: rightshoe bda: leftshoe bdc: lefttack bfc: righttack cdf: hebrew_doublelowline hebrew_aleph
  hebrew_bet hebrew_gimel hebrew_dalet hebrew_he hebrew_waw hebrew_zain hebrew_chet hebrew_tet hebrew_yod
  hebrew_finalkaph hebrew_kaph hebrew_lamed hebrew_finalmem hebrew_mem hebrew_finalnun hebrew_nun hebrew_samech
  hebrew_ayin hebrew_finalpe hebrew_pe hebrew_finalzade hebrew_zade hebrew_qoph hebrew_resh hebrew_shin hebrew_taw
  da1: Thai_kokai Thai_khokhai Thai_khokhuat Thai_khokhwai Thai_khokhon Thai_khorakhang Thai_ngongu Thai_chochan
  Thai_choching Thai_chochang Thai_soso Thai_chochoe Thai_yoying Thai_dochada Thai_topatak Thai_thothan
  Thai_thonangmontho Thai_thophuthao Thai_nonen Thai_dodek Thai_totao Thai_thothung Thai_thothahan Thai_thothong
  Thai_nonu Thai_bobaimai Thai_popla Thai_phophung Thai_fofa Thai_phophan Thai_fofan Thai_phosamphao Thai_moma
  Thai_yoyak Thai_rorua Thai_ru Thai_loling Thai_lu Thai_wowaen Thai_sosala Thai_sorusi Thai_sosua Thai_hohip
  Thai_lochula Thai_oang Thai_honokhuk Thai_paiyannoi Thai_saraa Thai_maihanakat Thai_saraaa Thai_saraam Thai_sarai
  Thai_saraii Thai_saraue Thai_sarauee Thai_sarau Thai_sarauu Thai_phinthu dde: Thai_maihanakat_maitho Thai_baht
  Thai_sarae Thai_saraae Thai_sarao Thai_saraaimaimuan Thai_saraaimaimalai Thai_lakkhangyao Thai_maiyamok
  Thai_maitaikhu Thai_maiek Thai_maitho Thai_maitri Thai_maichattawa Thai_thanthakhat Thai_nikhahit df0: Thai_leksun
  Thai_leknung Thai_leksong Thai_leksam Thai_leksi Thai_lekha Thai_lekhok Thai_lekchet Thai_lekpaet Thai_lekkao ea1:
  Hangul_Kiyeog Hangul_SsangKiyeog Hangul_KiyeogSios Hangul_Nieun Hangul_NieunJieuj Hangul_NieunHieuh Hangul_Dikeud
  Hangul_SsangDikeud Hangul_Rieul Hangul_RieulKiyeog Hangul_RieulMieum Hangul_RieulPieub Hangul_RieulSios
  Hangul_RieulTieut Hangul_RieulPhieuf Hangul_RieulHieuh Hangul_Mieum Hangul_Pieub Hangul_SsangPieub Hangul_PieubSios
  Hangul_Sios Hangul_SsangSios Hangul_Ieung Hangul_Jieuj Hangul_SsangJieuj Hangul_Cieuc Hangul_Khieuq Hangul_Tieut
  Hangul_Phieuf Hangul_Hieuh Hangul_A Hangul_AE Hangul_YA Hangul_YAE Hangul_EO Hangul_E Hangul_YEO Hangul_YE Hangul_O
  Hangul_WA Hangul_WAE Hangul_OE Hangul_YO Hangul_U Hangul_WEO Hangul_WE Hangul_WI Hangul_YU Hangul_EU Hangul_YI
  Hangul_I Hangul_J_Kiyeog Hangul_J_SsangKiyeog Hangul_J_KiyeogSios Hangul_J_Nieun Hangul_J_NieunJieuj
  Hangul_J_NieunHieuh Hangul_J_Dikeud Hangul_J_Rieul Hangul_J_RieulKiyeog Hangul_J_RieulMieum Hangul_J_RieulPieub
  Hangul_J_RieulSios Hangul_J_RieulTieut Hangul_J_RieulPhieuf Hangul_J_RieulHieuh Hangul_J_Mieum Hangul_J_Pieub
  Hangul_J_PieubSios Hangul_J_Sios Hangul_J_SsangSios Hangul_J_Ieung Hangul_J_Jieuj Hangul_J_Cieuc Hangul_J_Khieuq
  Hangul_J_Tieut Hangul_J_Phieuf Hangul_J_Hieuh Hangul_RieulYeorinHieuh Hangul_SunkyeongeumMieum
  Hangul_SunkyeongeumPieub Hangul_PanSios Hangul_KkogjiDalrinIeung Hangul_SunkyeongeumPhieuf Hangul_YeorinHieuh
  Hangul_AraeA Hangul_AraeAE Hangul_J_PanSios Hangul_J_KkogjiDalrinIeung Hangul_J_YeorinHieuh eff: Korean_Won 13bc: OE
  oe Ydiaeresis 20ac: EuroSign fe01: ISO_Lock ISO_Level2_Latch ISO_Level3_Shift ISO_Level3_Latch ISO_Level3_Lock
  ISO_Group_Latch ISO_Group_Lock ISO_Next_Group ISO_Next_Group_Lock ISO_Prev_Group ISO_Prev_Group_Lock ISO_First_Group
  ISO_First_Group_Lock ISO_Last_Group ISO_Last_Group_Lock fe11: ISO_Level5_Shift ISO_Level5_Latch ISO_Level5_Lock
  fe20: ISO_Left_Tab ISO_Move_Line_Up ISO_Move_Line_Down ISO_Partial_Line_Up ISO_Partial_Line_Down
  ISO_Partial_Space_Left ISO_Partial_Space_Right ISO_Set_Margin_Left ISO_Set_Margin_Right ISO_Release_Margin_Left
  ISO_Release_Margin_Right ISO_Release_Both_Margins ISO_Fast_Cursor_Left ISO_Fast_Cursor_Right ISO_Fast_Cursor_Up
  ISO_Fast_Cursor_Down ISO_Continuous_Underline ISO_Discontinuous_Underline ISO_Emphasize ISO_Center_Object ISO_Enter
  fe50: dead_grave dead_acute dead_circumflex dead_tilde dead_macron dead_breve dead_abovedot dead_diaeresis
  dead_abovering dead_doubleacute dead_caron dead_cedilla dead_ogonek dead_iota dead_voiced_sound
  dead_semivoiced_sound dead_belowdot dead_hook dead_horn dead_stroke dead_abovecomma dead_abovereversedcomma
  dead_doublegrave dead_belowring dead_belowmacron dead_belowcircumflex dead_belowtilde dead_belowbreve
  dead_belowdiaeresis dead_invertedbreve dead_belowcomma dead_currency AccessX_Enable AccessX_Feedback_Enable
  RepeatKeys_Enable SlowKeys_Enable BounceKeys_Enable StickyKeys_Enable MouseKeys_Enable MouseKeys_Accel_Enable
  Overlay1_Enable Overlay2_Enable AudibleBell_Enable fe80: dead_a dead_A dead_e dead_E dead_i dead_I dead_o dead_O
  dead_u dead_U dead_small_schwa dead_capital_schwa dead_greek fe90: dead_lowline dead_aboveverticalline
  dead_belowverticalline dead_longsolidusoverlay fea0: ch Ch CH c_h C_h C_H fed0: First_Virtual_Screen
  Prev_Virtual_Screen Next_Virtual_Screen fed4: Last_Virtual_Screen Terminate_Server fee0: Pointer_Left Pointer_Right
  Pointer_Up Pointer_Down Pointer_UpLeft Pointer_UpRight Pointer_DownLeft Pointer_DownRight Pointer_Button_Dflt
  Pointer_Button1 Pointer_Button2 Pointer_Button3 Pointer_Button4 Pointer_Button5 Pointer_DblClick_Dflt
  Pointer_DblClick1 Pointer_DblClick2 Pointer_DblClick3 Pointer_DblClick4 Pointer_DblClick5 Pointer_Drag_Dflt
  Pointer_Drag1 Pointer_Drag2 Pointer_Drag3 Pointer_Drag4 Pointer_EnableKeys Pointer_Accelerate Pointer_DfltBtnNext
  Pointer_DfltBtnPrev Pointer_Drag5 ff08: BackSpace Tab Linefeed Clear ff0d: Return ff13: Pause Scroll_Lock Sys_Req
  ff1b: Escape ff20: Multi_key Kanji Muhenkan Henkan_Mode Romaji Hiragana Katakana Hiragana_Katakana Zenkaku Hankaku
  Zenkaku_Hankaku Touroku Massyo Kana_Lock Kana_Shift Eisu_Shift Eisu_toggle Hangul Hangul_Start Hangul_End
  Hangul_Hanja Hangul_Jamo Hangul_Romaja Codeinput Hangul_Jeonja Hangul_Banja Hangul_PreHanja Hangul_PostHanja
  SingleCandidate MultipleCandidate PreviousCandidate Hangul_Special ff50: Home Left Up Right Down Prior Next End
  Begin ff60: Select Print Execute Insert ff65: Undo Redo Menu Find Cancel Help Break ff7e: Mode_switch Num_Lock
  KP_Space ff89: KP_Tab ff8d: KP_Enter ff91: KP_F1 KP_F2 KP_F3 KP_F4 KP_Home KP_Left KP_Up KP_Right KP_Down KP_Prior
  KP_Next KP_End KP_Begin KP_Insert KP_Delete ffaa: KP_Multiply KP_Add KP_Separator KP_Subtract KP_Decimal KP_Divide
  KP_0 KP_1 KP_2 KP_3 KP_4 KP_5 KP_6 KP_7 KP_8 KP_9 ffbd: KP_Equal F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 F13 F14 F15
  F16 F17 F18 F19 F20 F21 F22 F23 F24 F25 F26 F27 F28 F29 F30 F31 F32 F33 F34 F35 Shift_L Shift_R Control_L Control_R
  Caps_Lock Shift_Lock Meta_L Meta_R Alt_L Alt_R Super_L Super_R Hyper_L Hyper_R fff1: braille_dot_1 braille_dot_2
  braille_dot_3 braille_dot_4 braille_dot_5 braille_dot_6 braille_dot_7 braille_dot_8 braille_dot_9 braille_dot_10
  ffff: Delete 1008fe01: XF86Switch_VT_1 XF86Switch_VT_2 XF86Switch_VT_3 XF86Switch_VT_4 XF86Switch_VT_5
  XF86Switch_VT_6 XF86Switch_VT_7 XF86Switch_VT_8 XF86Switch_VT_9 XF86Switch_VT_10 XF86Switch_VT_11 XF86Switch_VT_12
  1008fe20: XF86Ungrab XF86ClearGrab XF86Next_VMode XF86Prev_VMode XF86LogWindowTree XF86LogGrabInfo 1008ff01:
  XF86ModeLock XF86MonBrightnessUp XF86MonBrightnessDown XF86KbdLightOnOff XF86KbdBrightnessUp XF86KbdBrightnessDown
  XF86MonBrightnessCycle 1008ff10: XF86Standby XF86AudioLowerVolume XF86AudioMute XF86AudioRaiseVolume XF86AudioPlay
  XF86AudioStop XF86AudioPrev XF86AudioNext XF86HomePage XF86Mail XF86Start XF86Search XF86AudioRecord XF86Calculator
  XF86Memo XF86ToDoList XF86Calendar XF86PowerDown XF86ContrastAdjust XF86RockerUp XF86RockerDown XF86RockerEnter
  XF86Back XF86Forward XF86Stop XF86Refresh XF86PowerOff XF86WakeUp XF86Eject XF86ScreenSaver XF86WWW XF86Sleep
  XF86Favorites XF86AudioPause XF86AudioMedia XF86MyComputer XF86VendorHome XF86LightBulb XF86Shop XF86History
  XF86OpenURL XF86AddFavorite XF86HotLinks XF86BrightnessAdjust XF86Finance XF86Community XF86AudioRewind
  XF86BackForward XF86Launch0 XF86Launch1 XF86Launch2 XF86Launch3 XF86Launch4 XF86Launch5 XF86Launch6 XF86Launch7
  XF86Launch8 XF86Launch9 XF86LaunchA XF86LaunchB XF86LaunchC XF86LaunchD XF86LaunchE XF86LaunchF XF86ApplicationLeft
  XF86ApplicationRight XF86Book XF86CD XF86Calculater XF86Clear XF86Close XF86Copy XF86Cut XF86Display XF86DOS
  XF86Documents XF86Excel XF86Explorer XF86Game XF86Go XF86iTouch XF86LogOff XF86Market XF86Meeting 1008ff65:
  XF86MenuKB XF86MenuPB XF86MySites XF86New XF86News XF86OfficeHome XF86Open XF86Option XF86Paste XF86Phone 1008ff70:
  XF86Q 1008ff72: XF86Reply XF86Reload XF86RotateWindows XF86RotationPB XF86RotationKB XF86Save XF86ScrollUp
  XF86ScrollDown XF86ScrollClick XF86Send XF86Spell XF86SplitScreen XF86Support XF86TaskPane XF86Terminal XF86Tools
  XF86Travel 1008ff84: XF86UserPB XF86User1KB XF86User2KB XF86Video XF86WheelButton XF86Word XF86Xfer XF86ZoomIn
  XF86ZoomOut XF86Away XF86Messenger XF86WebCam XF86MailForward XF86Pictures XF86Music XF86Battery XF86Bluetooth
  XF86WLAN XF86UWB XF86AudioForward XF86AudioRepeat XF86AudioRandomPlay XF86Subtitle XF86AudioCycleTrack
  XF86CycleAngle XF86FrameBack XF86FrameForward XF86Time XF86Select XF86View XF86TopMenu XF86Red XF86Green XF86Yellow
  XF86Blue XF86Suspend XF86Hibernate XF86TouchpadToggle 1008ffb0: XF86TouchpadOn XF86TouchpadOff XF86AudioMicMute
  XF86Keyboard XF86WWAN XF86RFKill XF86AudioPreset XF86RotationLockToggle XF86FullScreen
`;

/** The name of a keysym by its number, such as 0xffe3 Control_L; undefined for characters of Latin-1 and Unicode. */
export const KEYSYM_NAMES: ReadonlyMap<number, string> = readTable(TABLE);

function readTable(table: string): Map<number, string> {
  const names = new Map<number, string>();
  let number = 0;
  for (const word of table.trim().split(/\s+/)) {
    if (word.endsWith(':')) number = Number.parseInt(word, 16);
    else names.set(number++, word);
  }
  return names;
}
