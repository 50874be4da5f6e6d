//! Named character references of the HTML standard; written by `cargo xtask references`.

use super::Named;

/// Bytes of the longest name.
pub(super) const LONGEST: usize = 31;

/// Bytes of the longest name that is a reference without its semicolon.
pub(super) const LONGEST_LEGACY: usize = 6;

/// Every name without its semicolon, in byte order, one after the other.
#[rustfmt::skip]
pub(super) static NAMES: &str = "\
    AEligAMPAacuteAbreveAcircAcyAfrAgraveAlphaAmacrAndAogonAopfApplyFunctionAringAscrAssignAtilde\
    AumlBackslashBarvBarwedBcyBecauseBernoullisBetaBfrBopfBreveBscrBumpeqCHcyCOPYCacuteCap\
    CapitalDifferentialDCayleysCcaronCcedilCcircCconintCdotCedillaCenterDotCfrChiCircleDot\
    CircleMinusCirclePlusCircleTimesClockwiseContourIntegralCloseCurlyDoubleQuoteCloseCurlyQuote\
    ColonColoneCongruentConintContourIntegralCopfCoproductCounterClockwiseContourIntegralCrossCscr\
    CupCupCapDDDDotrahdDJcyDScyDZcyDaggerDarrDashvDcaronDcyDelDeltaDfrDiacriticalAcuteDiacriticalDot\
    DiacriticalDoubleAcuteDiacriticalGraveDiacriticalTildeDiamondDifferentialDDopfDotDotDotDotEqual\
    DoubleContourIntegralDoubleDotDoubleDownArrowDoubleLeftArrowDoubleLeftRightArrowDoubleLeftTee\
    DoubleLongLeftArrowDoubleLongLeftRightArrowDoubleLongRightArrowDoubleRightArrowDoubleRightTee\
    DoubleUpArrowDoubleUpDownArrowDoubleVerticalBarDownArrowDownArrowBarDownArrowUpArrowDownBreve\
    DownLeftRightVectorDownLeftTeeVectorDownLeftVectorDownLeftVectorBarDownRightTeeVector\
    DownRightVectorDownRightVectorBarDownTeeDownTeeArrowDownarrowDscrDstrokENGETHEacuteEcaronEcirc\
    EcyEdotEfrEgraveElementEmacrEmptySmallSquareEmptyVerySmallSquareEogonEopfEpsilonEqualEqualTilde\
    EquilibriumEscrEsimEtaEumlExistsExponentialEFcyFfrFilledSmallSquareFilledVerySmallSquareFopf\
    ForAllFouriertrfFscrGJcyGTGammaGammadGbreveGcedilGcircGcyGdotGfrGgGopfGreaterEqual\
    GreaterEqualLessGreaterFullEqualGreaterGreaterGreaterLessGreaterSlantEqualGreaterTildeGscrGt\
    HARDcyHacekHatHcircHfrHilbertSpaceHopfHorizontalLineHscrHstrokHumpDownHumpHumpEqualIEcyIJligIOcy\
    IacuteIcircIcyIdotIfrIgraveImImacrImaginaryIImpliesIntIntegralIntersectionInvisibleComma\
    InvisibleTimesIogonIopfIotaIscrItildeIukcyIumlJcircJcyJfrJopfJscrJsercyJukcyKHcyKJcyKappaKcedil\
    KcyKfrKopfKscrLJcyLTLacuteLambdaLangLaplacetrfLarrLcaronLcedilLcyLeftAngleBracketLeftArrow\
    LeftArrowBarLeftArrowRightArrowLeftCeilingLeftDoubleBracketLeftDownTeeVectorLeftDownVector\
    LeftDownVectorBarLeftFloorLeftRightArrowLeftRightVectorLeftTeeLeftTeeArrowLeftTeeVector\
    LeftTriangleLeftTriangleBarLeftTriangleEqualLeftUpDownVectorLeftUpTeeVectorLeftUpVector\
    LeftUpVectorBarLeftVectorLeftVectorBarLeftarrowLeftrightarrowLessEqualGreaterLessFullEqual\
    LessGreaterLessLessLessSlantEqualLessTildeLfrLlLleftarrowLmidotLongLeftArrowLongLeftRightArrow\
    LongRightArrowLongleftarrowLongleftrightarrowLongrightarrowLopfLowerLeftArrowLowerRightArrowLscr\
    LshLstrokLtMapMcyMediumSpaceMellintrfMfrMinusPlusMopfMscrMuNJcyNacuteNcaronNcedilNcy\
    NegativeMediumSpaceNegativeThickSpaceNegativeThinSpaceNegativeVeryThinSpaceNestedGreaterGreater\
    NestedLessLessNewLineNfrNoBreakNonBreakingSpaceNopfNotNotCongruentNotCupCapNotDoubleVerticalBar\
    NotElementNotEqualNotEqualTildeNotExistsNotGreaterNotGreaterEqualNotGreaterFullEqual\
    NotGreaterGreaterNotGreaterLessNotGreaterSlantEqualNotGreaterTildeNotHumpDownHumpNotHumpEqual\
    NotLeftTriangleNotLeftTriangleBarNotLeftTriangleEqualNotLessNotLessEqualNotLessGreater\
    NotLessLessNotLessSlantEqualNotLessTildeNotNestedGreaterGreaterNotNestedLessLessNotPrecedes\
    NotPrecedesEqualNotPrecedesSlantEqualNotReverseElementNotRightTriangleNotRightTriangleBar\
    NotRightTriangleEqualNotSquareSubsetNotSquareSubsetEqualNotSquareSupersetNotSquareSupersetEqual\
    NotSubsetNotSubsetEqualNotSucceedsNotSucceedsEqualNotSucceedsSlantEqualNotSucceedsTilde\
    NotSupersetNotSupersetEqualNotTildeNotTildeEqualNotTildeFullEqualNotTildeTildeNotVerticalBarNscr\
    NtildeNuOEligOacuteOcircOcyOdblacOfrOgraveOmacrOmegaOmicronOopfOpenCurlyDoubleQuote\
    OpenCurlyQuoteOrOscrOslashOtildeOtimesOumlOverBarOverBraceOverBracketOverParenthesisPartialDPcy\
    PfrPhiPiPlusMinusPoincareplanePopfPrPrecedesPrecedesEqualPrecedesSlantEqualPrecedesTildePrime\
    ProductProportionProportionalPscrPsiQUOTQfrQopfQscrRBarrREGRacuteRangRarrRarrtlRcaronRcedilRcyRe\
    ReverseElementReverseEquilibriumReverseUpEquilibriumRfrRhoRightAngleBracketRightArrow\
    RightArrowBarRightArrowLeftArrowRightCeilingRightDoubleBracketRightDownTeeVectorRightDownVector\
    RightDownVectorBarRightFloorRightTeeRightTeeArrowRightTeeVectorRightTriangleRightTriangleBar\
    RightTriangleEqualRightUpDownVectorRightUpTeeVectorRightUpVectorRightUpVectorBarRightVector\
    RightVectorBarRightarrowRopfRoundImpliesRrightarrowRscrRshRuleDelayedSHCHcySHcySOFTcySacuteSc\
    ScaronScedilScircScySfrShortDownArrowShortLeftArrowShortRightArrowShortUpArrowSigmaSmallCircle\
    SopfSqrtSquareSquareIntersectionSquareSubsetSquareSubsetEqualSquareSupersetSquareSupersetEqual\
    SquareUnionSscrStarSubSubsetSubsetEqualSucceedsSucceedsEqualSucceedsSlantEqualSucceedsTilde\
    SuchThatSumSupSupersetSupersetEqualSupsetTHORNTRADETSHcyTScyTabTauTcaronTcedilTcyTfrTherefore\
    ThetaThickSpaceThinSpaceTildeTildeEqualTildeFullEqualTildeTildeTopfTripleDotTscrTstrokUacuteUarr\
    UarrocirUbrcyUbreveUcircUcyUdblacUfrUgraveUmacrUnderBarUnderBraceUnderBracketUnderParenthesis\
    UnionUnionPlusUogonUopfUpArrowUpArrowBarUpArrowDownArrowUpDownArrowUpEquilibriumUpTeeUpTeeArrow\
    UparrowUpdownarrowUpperLeftArrowUpperRightArrowUpsiUpsilonUringUscrUtildeUumlVDashVbarVcyVdash\
    VdashlVeeVerbarVertVerticalBarVerticalLineVerticalSeparatorVerticalTildeVeryThinSpaceVfrVopfVscr\
    VvdashWcircWedgeWfrWopfWscrXfrXiXopfXscrYAcyYIcyYUcyYacuteYcircYcyYfrYopfYscrYumlZHcyZacute\
    ZcaronZcyZdotZeroWidthSpaceZetaZfrZopfZscraacuteabreveacacEacdacircacuteacyaeligafafragrave\
    alefsymalephalphaamacramalgampandandandanddandslopeandvangangeangleangmsdangmsdaaangmsdab\
    angmsdacangmsdadangmsdaeangmsdafangmsdagangmsdahangrtangrtvbangrtvbdangsphangstangzarraogonaopf\
    apapEapacirapeapidaposapproxapproxeqaringascrastasympasympeqatildeaumlawconintawintbNotbackcong\
    backepsilonbackprimebacksimbacksimeqbarveebarwedbarwedgebbrkbbrktbrkbcongbcybdquobecausbecause\
    bemptyvbepsibernoubetabethbetweenbfrbigcapbigcircbigcupbigodotbigoplusbigotimesbigsqcupbigstar\
    bigtriangledownbigtriangleupbiguplusbigveebigwedgebkarowblacklozengeblacksquareblacktriangle\
    blacktriangledownblacktriangleleftblacktrianglerightblankblk12blk14blk34blockbnebnequivbnotbopf\
    botbottombowtieboxDLboxDRboxDlboxDrboxHboxHDboxHUboxHdboxHuboxULboxURboxUlboxUrboxVboxVHboxVL\
    boxVRboxVhboxVlboxVrboxboxboxdLboxdRboxdlboxdrboxhboxhDboxhUboxhdboxhuboxminusboxplusboxtimes\
    boxuLboxuRboxulboxurboxvboxvHboxvLboxvRboxvhboxvlboxvrbprimebrevebrvbarbscrbsemibsimbsimebsol\
    bsolbbsolhsubbullbulletbumpbumpEbumpebumpeqcacutecapcapandcapbrcupcapcapcapcupcapdotcapscaret\
    caronccapsccaronccedilccircccupsccupssmcdotcedilcemptyvcentcenterdotcfrchcycheckcheckmarkchicir\
    cirEcirccirceqcirclearrowleftcirclearrowrightcircledRcircledScircledastcircledcirccircleddash\
    cirecirfnintcirmidcirscirclubsclubsuitcoloncolonecoloneqcommacommatcompcompfncomplementcomplexes\
    congcongdotconintcopfcoprodcopycopysrcrarrcrosscscrcsubcsubecsupcsupectdotcudarrlcudarrrcuepr\
    cuesccularrcularrpcupcupbrcapcupcapcupcupcupdotcuporcupscurarrcurarrmcurlyeqpreccurlyeqsucc\
    curlyveecurlywedgecurrencurvearrowleftcurvearrowrightcuveecuwedcwconintcwintcylctydArrdHardagger\
    dalethdarrdashdashvdbkarowdblacdcarondcyddddaggerddarrddotseqdegdeltademptyvdfishtdfrdharldharr\
    diamdiamonddiamondsuitdiamsdiedigammadisindivdividedivideontimesdivonxdjcydlcorndlcropdollardopf\
    dotdoteqdoteqdotdotminusdotplusdotsquaredoublebarwedgedownarrowdowndownarrowsdownharpoonleft\
    downharpoonrightdrbkarowdrcorndrcropdscrdscydsoldstrokdtdotdtridtrifduarrduhardwangledzcy\
    dzigrarreDDoteDoteacuteeasterecaronecirecircecolonecyedoteeefDotefregegraveegsegsdotelelinters\
    ellelselsdotemacremptyemptysetemptyvemspemsp13emsp14engenspeogoneopfepareparsleplusepsiepsilon\
    epsiveqcirceqcoloneqsimeqslantgtreqslantlessequalsequestequivequivDDeqvparslerDoterarrescresdot\
    esimetaetheumleuroexclexistexpectationexponentialefallingdotseqfcyfemaleffiligffligfflligffr\
    filigfjligflatflligfltnsfnoffopfforallforkforkvfpartintfrac12frac13frac14frac15frac16frac18\
    frac23frac25frac34frac35frac38frac45frac56frac58frac78fraslfrownfscrgEgElgacutegammagammadgap\
    gbrevegcircgcygdotgegelgeqgeqqgeqslantgesgesccgesdotgesdotogesdotolgeslgeslesgfrggggggimelgjcygl\
    glEglagljgnEgnapgnapproxgnegneqgneqqgnsimgopfgravegscrgsimgsimegsimlgtgtccgtcirgtdotgtlPar\
    gtquestgtrapproxgtrarrgtrdotgtreqlessgtreqqlessgtrlessgtrsimgvertneqqgvnEhArrhairsphalfhamilt\
    hardcyharrharrcirharrwhbarhcircheartsheartsuithellipherconhfrhksearowhkswarowhoarrhomtht\
    hookleftarrowhookrightarrowhopfhorbarhscrhslashhstrokhybullhypheniacuteicicircicyiecyiexcliffifr\
    igraveiiiiiintiiintiinfiniiotaijligimacrimageimaglineimagpartimathimofimpedinincareinfininfintie\
    inodotintintcalintegersintercalintlarhkintprodiocyiogoniopfiotaiprodiquestiscrisinisinEisindot\
    isinsisinsvisinvititildeiukcyiumljcircjcyjfrjmathjopfjscrjsercyjukcykappakappavkcedilkcykfr\
    kgreenkhcykjcykopfkscrlAarrlArrlAtaillBarrlElEglHarlacutelaemptyvlagranlambdalanglangdlanglelap\
    laquolarrlarrblarrbfslarrfslarrhklarrlplarrpllarrsimlarrtllatlataillatelateslbarrlbbrklbrace\
    lbracklbrkelbrksldlbrkslulcaronlcedillceillcublcyldcaldquoldquorldrdharldrusharldshleleftarrow\
    leftarrowtailleftharpoondownleftharpoonupleftleftarrowsleftrightarrowleftrightarrows\
    leftrightharpoonsleftrightsquigarrowleftthreetimeslegleqleqqleqslantleslescclesdotlesdoto\
    lesdotorlesglesgeslessapproxlessdotlesseqgtrlesseqqgtrlessgtrlesssimlfishtlfloorlfrlglgElhard\
    lharulharullhblkljcyllllarrllcornerllhardlltrilmidotlmoustlmoustachelnElnaplnapproxlnelneqlneqq\
    lnsimloangloarrlobrklongleftarrowlongleftrightarrowlongmapstolongrightarrowlooparrowleft\
    looparrowrightloparlopflopluslotimeslowastlowbarlozlozengelozflparlparltlrarrlrcornerlrharlrhard\
    lrmlrtrilsaquolscrlshlsimlsimelsimglsqblsquolsquorlstrokltltccltcirltdotlthreeltimesltlarr\
    ltquestltrParltriltrieltriflurdsharluruharlvertneqqlvnEmDDotmacrmalemaltmaltesemapmapsto\
    mapstodownmapstoleftmapstoupmarkermcommamcymdashmeasuredanglemfrmhomicromidmidastmidcirmiddot\
    minusminusbminusdminusdumlcpmldrmnplusmodelsmopfmpmscrmstposmumultimapmumapnGgnGtnGtvnLeftarrow\
    nLeftrightarrownLlnLtnLtvnRightarrownVDashnVdashnablanacutenangnapnapEnapidnaposnapproxnatur\
    naturalnaturalsnbspnbumpnbumpencapncaronncedilncongncongdotncupncyndashneneArrnearhknearrnearrow\
    nedotnequivnesearnesimnexistnexistsnfrngEngengeqngeqqngeqslantngesngsimngtngtrnhArrnharrnhparni\
    nisnisdnivnjcynlArrnlEnlarrnldrnlenleftarrownleftrightarrownleqnleqqnleqslantnlesnlessnlsimnlt\
    nltrinltrienmidnopfnotnotinnotinEnotindotnotinvanotinvbnotinvcnotninotnivanotnivbnotnivcnpar\
    nparallelnparslnpartnpolintnprnprcuenprenprecnpreceqnrArrnrarrnrarrcnrarrwnrightarrownrtrinrtrie\
    nscnsccuenscenscrnshortmidnshortparallelnsimnsimensimeqnsmidnsparnsqsubensqsupensubnsubEnsube\
    nsubsetnsubseteqnsubseteqqnsuccnsucceqnsupnsupEnsupensupsetnsupseteqnsupseteqqntglntildentlg\
    ntriangleleftntrianglelefteqntrianglerightntrianglerighteqnunumnumeronumspnvDashnvHarrnvapnvdash\
    nvgenvgtnvinfinnvlArrnvlenvltnvltrienvrArrnvrtrienvsimnwArrnwarhknwarrnwarrownwnearoSoacuteoast\
    ocirocircocyodashodblacodivodotodsoldoeligofcirofrogonograveogtohbarohmointolarrolcirolcross\
    olineoltomacromegaomicronomidominusoopfoparoperpoplusororarrordorderorderofordfordmorigoforor\
    orslopeorvoscroslashosolotildeotimesotimesasoumlovbarparparaparallelparsimparslpartpcypercnt\
    periodpermilperppertenkpfrphiphivphmmatphonepipitchforkpivplanckplanckhplankvplusplusacirplusb\
    pluscirplusdoplusdupluseplusmnplussimplustwopmpointintpopfpoundprprEprapprcuepreprecprecapprox\
    preccurlyeqpreceqprecnapproxprecneqqprecnsimprecsimprimeprimesprnEprnapprnsimprodprofalar\
    proflineprofsurfpropproptoprsimprurelpscrpsipuncspqfrqintqopfqprimeqscrquaternionsquatintquest\
    questeqquotrAarrrArrrAtailrBarrrHarraceracuteradicraemptyvrangrangdrangerangleraquorarrrarrap\
    rarrbrarrbfsrarrcrarrfsrarrhkrarrlprarrplrarrsimrarrtlrarrwratailratiorationalsrbarrrbbrkrbrace\
    rbrackrbrkerbrksldrbrkslurcaronrcedilrceilrcubrcyrdcardldharrdquordquorrdshrealrealinerealpart\
    realsrectregrfishtrfloorrfrrhardrharurharulrhorhovrightarrowrightarrowtailrightharpoondown\
    rightharpoonuprightleftarrowsrightleftharpoonsrightrightarrowsrightsquigarrowrightthreetimesring\
    risingdotseqrlarrrlharrlmrmoustrmoustachernmidroangroarrrobrkroparropfroplusrotimesrparrpargt\
    rppolintrrarrrsaquorscrrshrsqbrsquorsquorrthreertimesrtrirtriertrifrtriltriruluharrxsacutesbquo\
    scscEscapscaronsccuescescedilscircscnEscnapscnsimscpolintscsimscysdotsdotbsdoteseArrsearhksearr\
    searrowsectsemiseswarsetminussetmnsextsfrsfrownsharpshchcyshcyshortmidshortparallelshysigma\
    sigmafsigmavsimsimdotsimesimeqsimgsimgEsimlsimlEsimnesimplussimrarrslarrsmallsetminussmashp\
    smeparslsmidsmilesmtsmtesmtessoftcysolsolbsolbarsopfspadesspadesuitsparsqcapsqcapssqcupsqcups\
    sqsubsqsubesqsubsetsqsubseteqsqsupsqsupesqsupsetsqsupseteqsqusquaresquarfsqufsrarrsscrssetmn\
    ssmilesstarfstarstarfstraightepsilonstraightphistrnssubsubEsubdotsubesubedotsubmultsubnEsubne\
    subplussubrarrsubsetsubseteqsubseteqqsubsetneqsubsetneqqsubsimsubsubsubsupsuccsuccapprox\
    succcurlyeqsucceqsuccnapproxsuccneqqsuccnsimsuccsimsumsungsupsup1sup2sup3supEsupdotsupdsubsupe\
    supedotsuphsolsuphsubsuplarrsupmultsupnEsupnesupplussupsetsupseteqsupseteqqsupsetneqsupsetneqq\
    supsimsupsubsupsupswArrswarhkswarrswarrowswnwarszligtargettautbrktcarontcediltcytdottelrectfr\
    there4thereforethetathetasymthetavthickapproxthicksimthinspthkapthksimthorntildetimestimesb\
    timesbartimesdtinttoeatoptopbottopcirtopftopforktosatprimetradetriangletriangledowntriangleleft\
    trianglelefteqtriangleqtrianglerighttrianglerighteqtridottrietriminustriplustrisbtritimetrpezium\
    tscrtscytshcytstroktwixttwoheadleftarrowtwoheadrightarrowuArruHaruacuteuarrubrcyubreveucircucy\
    udarrudblacudharufishtufrugraveuharluharruhblkulcornulcornerulcropultriumacrumluogonuopfuparrow\
    updownarrowupharpoonleftupharpoonrightuplusupsiupsihupsilonupuparrowsurcornurcornerurcropuring\
    urtriuscrutdotutildeutriutrifuuarruumluwanglevArrvBarvBarvvDashvangrtvarepsilonvarkappa\
    varnothingvarphivarpivarproptovarrvarrhovarsigmavarsubsetneqvarsubsetneqqvarsupsetneq\
    varsupsetneqqvarthetavartriangleleftvartrianglerightvcyvdashveeveebarveeeqvellipverbarvertvfr\
    vltrivnsubvnsupvopfvpropvrtrivscrvsubnEvsubnevsupnEvsupnevzigzagwcircwedbarwedgewedgeqweierpwfr\
    wopfwpwrwreathwscrxcapxcircxcupxdtrixfrxhArrxharrxixlArrxlarrxmapxnisxodotxopfxoplusxotimexrArr\
    xrarrxscrxsqcupxuplusxutrixveexwedgeyacuteyacyycircycyyenyfryicyyopfyscryucyyumlzacutezcaronzcy\
    zdotzeetrfzetazfrzhcyzigrarrzopfzscrzwjzwnj";

/// What each name stands for.
#[rustfmt::skip]
pub(super) static NAMED: &[Named] = &[
    Named::legacy(5, '\u{c6}'), // AElig
    Named::legacy(8, '\u{26}'), // AMP
    Named::legacy(14, '\u{c1}'), // Aacute
    Named::one(20, '\u{102}'), // Abreve
    Named::legacy(25, '\u{c2}'), // Acirc
    Named::one(28, '\u{410}'), // Acy
    Named::one(31, '\u{1d504}'), // Afr
    Named::legacy(37, '\u{c0}'), // Agrave
    Named::one(42, '\u{391}'), // Alpha
    Named::one(47, '\u{100}'), // Amacr
    Named::one(50, '\u{2a53}'), // And
    Named::one(55, '\u{104}'), // Aogon
    Named::one(59, '\u{1d538}'), // Aopf
    Named::one(72, '\u{2061}'), // ApplyFunction
    Named::legacy(77, '\u{c5}'), // Aring
    Named::one(81, '\u{1d49c}'), // Ascr
    Named::one(87, '\u{2254}'), // Assign
    Named::legacy(93, '\u{c3}'), // Atilde
    Named::legacy(97, '\u{c4}'), // Auml
    Named::one(106, '\u{2216}'), // Backslash
    Named::one(110, '\u{2ae7}'), // Barv
    Named::one(116, '\u{2306}'), // Barwed
    Named::one(119, '\u{411}'), // Bcy
    Named::one(126, '\u{2235}'), // Because
    Named::one(136, '\u{212c}'), // Bernoullis
    Named::one(140, '\u{392}'), // Beta
    Named::one(143, '\u{1d505}'), // Bfr
    Named::one(147, '\u{1d539}'), // Bopf
    Named::one(152, '\u{2d8}'), // Breve
    Named::one(156, '\u{212c}'), // Bscr
    Named::one(162, '\u{224e}'), // Bumpeq
    Named::one(166, '\u{427}'), // CHcy
    Named::legacy(170, '\u{a9}'), // COPY
    Named::one(176, '\u{106}'), // Cacute
    Named::one(179, '\u{22d2}'), // Cap
    Named::one(199, '\u{2145}'), // CapitalDifferentialD
    Named::one(206, '\u{212d}'), // Cayleys
    Named::one(212, '\u{10c}'), // Ccaron
    Named::legacy(218, '\u{c7}'), // Ccedil
    Named::one(223, '\u{108}'), // Ccirc
    Named::one(230, '\u{2230}'), // Cconint
    Named::one(234, '\u{10a}'), // Cdot
    Named::one(241, '\u{b8}'), // Cedilla
    Named::one(250, '\u{b7}'), // CenterDot
    Named::one(253, '\u{212d}'), // Cfr
    Named::one(256, '\u{3a7}'), // Chi
    Named::one(265, '\u{2299}'), // CircleDot
    Named::one(276, '\u{2296}'), // CircleMinus
    Named::one(286, '\u{2295}'), // CirclePlus
    Named::one(297, '\u{2297}'), // CircleTimes
    Named::one(321, '\u{2232}'), // ClockwiseContourIntegral
    Named::one(342, '\u{201d}'), // CloseCurlyDoubleQuote
    Named::one(357, '\u{2019}'), // CloseCurlyQuote
    Named::one(362, '\u{2237}'), // Colon
    Named::one(368, '\u{2a74}'), // Colone
    Named::one(377, '\u{2261}'), // Congruent
    Named::one(383, '\u{222f}'), // Conint
    Named::one(398, '\u{222e}'), // ContourIntegral
    Named::one(402, '\u{2102}'), // Copf
    Named::one(411, '\u{2210}'), // Coproduct
    Named::one(442, '\u{2233}'), // CounterClockwiseContourIntegral
    Named::one(447, '\u{2a2f}'), // Cross
    Named::one(451, '\u{1d49e}'), // Cscr
    Named::one(454, '\u{22d3}'), // Cup
    Named::one(460, '\u{224d}'), // CupCap
    Named::one(462, '\u{2145}'), // DD
    Named::one(470, '\u{2911}'), // DDotrahd
    Named::one(474, '\u{402}'), // DJcy
    Named::one(478, '\u{405}'), // DScy
    Named::one(482, '\u{40f}'), // DZcy
    Named::one(488, '\u{2021}'), // Dagger
    Named::one(492, '\u{21a1}'), // Darr
    Named::one(497, '\u{2ae4}'), // Dashv
    Named::one(503, '\u{10e}'), // Dcaron
    Named::one(506, '\u{414}'), // Dcy
    Named::one(509, '\u{2207}'), // Del
    Named::one(514, '\u{394}'), // Delta
    Named::one(517, '\u{1d507}'), // Dfr
    Named::one(533, '\u{b4}'), // DiacriticalAcute
    Named::one(547, '\u{2d9}'), // DiacriticalDot
    Named::one(569, '\u{2dd}'), // DiacriticalDoubleAcute
    Named::one(585, '\u{60}'), // DiacriticalGrave
    Named::one(601, '\u{2dc}'), // DiacriticalTilde
    Named::one(608, '\u{22c4}'), // Diamond
    Named::one(621, '\u{2146}'), // DifferentialD
    Named::one(625, '\u{1d53b}'), // Dopf
    Named::one(628, '\u{a8}'), // Dot
    Named::one(634, '\u{20dc}'), // DotDot
    Named::one(642, '\u{2250}'), // DotEqual
    Named::one(663, '\u{222f}'), // DoubleContourIntegral
    Named::one(672, '\u{a8}'), // DoubleDot
    Named::one(687, '\u{21d3}'), // DoubleDownArrow
    Named::one(702, '\u{21d0}'), // DoubleLeftArrow
    Named::one(722, '\u{21d4}'), // DoubleLeftRightArrow
    Named::one(735, '\u{2ae4}'), // DoubleLeftTee
    Named::one(754, '\u{27f8}'), // DoubleLongLeftArrow
    Named::one(778, '\u{27fa}'), // DoubleLongLeftRightArrow
    Named::one(798, '\u{27f9}'), // DoubleLongRightArrow
    Named::one(814, '\u{21d2}'), // DoubleRightArrow
    Named::one(828, '\u{22a8}'), // DoubleRightTee
    Named::one(841, '\u{21d1}'), // DoubleUpArrow
    Named::one(858, '\u{21d5}'), // DoubleUpDownArrow
    Named::one(875, '\u{2225}'), // DoubleVerticalBar
    Named::one(884, '\u{2193}'), // DownArrow
    Named::one(896, '\u{2913}'), // DownArrowBar
    Named::one(912, '\u{21f5}'), // DownArrowUpArrow
    Named::one(921, '\u{311}'), // DownBreve
    Named::one(940, '\u{2950}'), // DownLeftRightVector
    Named::one(957, '\u{295e}'), // DownLeftTeeVector
    Named::one(971, '\u{21bd}'), // DownLeftVector
    Named::one(988, '\u{2956}'), // DownLeftVectorBar
    Named::one(1006, '\u{295f}'), // DownRightTeeVector
    Named::one(1021, '\u{21c1}'), // DownRightVector
    Named::one(1039, '\u{2957}'), // DownRightVectorBar
    Named::one(1046, '\u{22a4}'), // DownTee
    Named::one(1058, '\u{21a7}'), // DownTeeArrow
    Named::one(1067, '\u{21d3}'), // Downarrow
    Named::one(1071, '\u{1d49f}'), // Dscr
    Named::one(1077, '\u{110}'), // Dstrok
    Named::one(1080, '\u{14a}'), // ENG
    Named::legacy(1083, '\u{d0}'), // ETH
    Named::legacy(1089, '\u{c9}'), // Eacute
    Named::one(1095, '\u{11a}'), // Ecaron
    Named::legacy(1100, '\u{ca}'), // Ecirc
    Named::one(1103, '\u{42d}'), // Ecy
    Named::one(1107, '\u{116}'), // Edot
    Named::one(1110, '\u{1d508}'), // Efr
    Named::legacy(1116, '\u{c8}'), // Egrave
    Named::one(1123, '\u{2208}'), // Element
    Named::one(1128, '\u{112}'), // Emacr
    Named::one(1144, '\u{25fb}'), // EmptySmallSquare
    Named::one(1164, '\u{25ab}'), // EmptyVerySmallSquare
    Named::one(1169, '\u{118}'), // Eogon
    Named::one(1173, '\u{1d53c}'), // Eopf
    Named::one(1180, '\u{395}'), // Epsilon
    Named::one(1185, '\u{2a75}'), // Equal
    Named::one(1195, '\u{2242}'), // EqualTilde
    Named::one(1206, '\u{21cc}'), // Equilibrium
    Named::one(1210, '\u{2130}'), // Escr
    Named::one(1214, '\u{2a73}'), // Esim
    Named::one(1217, '\u{397}'), // Eta
    Named::legacy(1221, '\u{cb}'), // Euml
    Named::one(1227, '\u{2203}'), // Exists
    Named::one(1239, '\u{2147}'), // ExponentialE
    Named::one(1242, '\u{424}'), // Fcy
    Named::one(1245, '\u{1d509}'), // Ffr
    Named::one(1262, '\u{25fc}'), // FilledSmallSquare
    Named::one(1283, '\u{25aa}'), // FilledVerySmallSquare
    Named::one(1287, '\u{1d53d}'), // Fopf
    Named::one(1293, '\u{2200}'), // ForAll
    Named::one(1303, '\u{2131}'), // Fouriertrf
    Named::one(1307, '\u{2131}'), // Fscr
    Named::one(1311, '\u{403}'), // GJcy
    Named::legacy(1313, '\u{3e}'), // GT
    Named::one(1318, '\u{393}'), // Gamma
    Named::one(1324, '\u{3dc}'), // Gammad
    Named::one(1330, '\u{11e}'), // Gbreve
    Named::one(1336, '\u{122}'), // Gcedil
    Named::one(1341, '\u{11c}'), // Gcirc
    Named::one(1344, '\u{413}'), // Gcy
    Named::one(1348, '\u{120}'), // Gdot
    Named::one(1351, '\u{1d50a}'), // Gfr
    Named::one(1353, '\u{22d9}'), // Gg
    Named::one(1357, '\u{1d53e}'), // Gopf
    Named::one(1369, '\u{2265}'), // GreaterEqual
    Named::one(1385, '\u{22db}'), // GreaterEqualLess
    Named::one(1401, '\u{2267}'), // GreaterFullEqual
    Named::one(1415, '\u{2aa2}'), // GreaterGreater
    Named::one(1426, '\u{2277}'), // GreaterLess
    Named::one(1443, '\u{2a7e}'), // GreaterSlantEqual
    Named::one(1455, '\u{2273}'), // GreaterTilde
    Named::one(1459, '\u{1d4a2}'), // Gscr
    Named::one(1461, '\u{226b}'), // Gt
    Named::one(1467, '\u{42a}'), // HARDcy
    Named::one(1472, '\u{2c7}'), // Hacek
    Named::one(1475, '\u{5e}'), // Hat
    Named::one(1480, '\u{124}'), // Hcirc
    Named::one(1483, '\u{210c}'), // Hfr
    Named::one(1495, '\u{210b}'), // HilbertSpace
    Named::one(1499, '\u{210d}'), // Hopf
    Named::one(1513, '\u{2500}'), // HorizontalLine
    Named::one(1517, '\u{210b}'), // Hscr
    Named::one(1523, '\u{126}'), // Hstrok
    Named::one(1535, '\u{224e}'), // HumpDownHump
    Named::one(1544, '\u{224f}'), // HumpEqual
    Named::one(1548, '\u{415}'), // IEcy
    Named::one(1553, '\u{132}'), // IJlig
    Named::one(1557, '\u{401}'), // IOcy
    Named::legacy(1563, '\u{cd}'), // Iacute
    Named::legacy(1568, '\u{ce}'), // Icirc
    Named::one(1571, '\u{418}'), // Icy
    Named::one(1575, '\u{130}'), // Idot
    Named::one(1578, '\u{2111}'), // Ifr
    Named::legacy(1584, '\u{cc}'), // Igrave
    Named::one(1586, '\u{2111}'), // Im
    Named::one(1591, '\u{12a}'), // Imacr
    Named::one(1601, '\u{2148}'), // ImaginaryI
    Named::one(1608, '\u{21d2}'), // Implies
    Named::one(1611, '\u{222c}'), // Int
    Named::one(1619, '\u{222b}'), // Integral
    Named::one(1631, '\u{22c2}'), // Intersection
    Named::one(1645, '\u{2063}'), // InvisibleComma
    Named::one(1659, '\u{2062}'), // InvisibleTimes
    Named::one(1664, '\u{12e}'), // Iogon
    Named::one(1668, '\u{1d540}'), // Iopf
    Named::one(1672, '\u{399}'), // Iota
    Named::one(1676, '\u{2110}'), // Iscr
    Named::one(1682, '\u{128}'), // Itilde
    Named::one(1687, '\u{406}'), // Iukcy
    Named::legacy(1691, '\u{cf}'), // Iuml
    Named::one(1696, '\u{134}'), // Jcirc
    Named::one(1699, '\u{419}'), // Jcy
    Named::one(1702, '\u{1d50d}'), // Jfr
    Named::one(1706, '\u{1d541}'), // Jopf
    Named::one(1710, '\u{1d4a5}'), // Jscr
    Named::one(1716, '\u{408}'), // Jsercy
    Named::one(1721, '\u{404}'), // Jukcy
    Named::one(1725, '\u{425}'), // KHcy
    Named::one(1729, '\u{40c}'), // KJcy
    Named::one(1734, '\u{39a}'), // Kappa
    Named::one(1740, '\u{136}'), // Kcedil
    Named::one(1743, '\u{41a}'), // Kcy
    Named::one(1746, '\u{1d50e}'), // Kfr
    Named::one(1750, '\u{1d542}'), // Kopf
    Named::one(1754, '\u{1d4a6}'), // Kscr
    Named::one(1758, '\u{409}'), // LJcy
    Named::legacy(1760, '\u{3c}'), // LT
    Named::one(1766, '\u{139}'), // Lacute
    Named::one(1772, '\u{39b}'), // Lambda
    Named::one(1776, '\u{27ea}'), // Lang
    Named::one(1786, '\u{2112}'), // Laplacetrf
    Named::one(1790, '\u{219e}'), // Larr
    Named::one(1796, '\u{13d}'), // Lcaron
    Named::one(1802, '\u{13b}'), // Lcedil
    Named::one(1805, '\u{41b}'), // Lcy
    Named::one(1821, '\u{27e8}'), // LeftAngleBracket
    Named::one(1830, '\u{2190}'), // LeftArrow
    Named::one(1842, '\u{21e4}'), // LeftArrowBar
    Named::one(1861, '\u{21c6}'), // LeftArrowRightArrow
    Named::one(1872, '\u{2308}'), // LeftCeiling
    Named::one(1889, '\u{27e6}'), // LeftDoubleBracket
    Named::one(1906, '\u{2961}'), // LeftDownTeeVector
    Named::one(1920, '\u{21c3}'), // LeftDownVector
    Named::one(1937, '\u{2959}'), // LeftDownVectorBar
    Named::one(1946, '\u{230a}'), // LeftFloor
    Named::one(1960, '\u{2194}'), // LeftRightArrow
    Named::one(1975, '\u{294e}'), // LeftRightVector
    Named::one(1982, '\u{22a3}'), // LeftTee
    Named::one(1994, '\u{21a4}'), // LeftTeeArrow
    Named::one(2007, '\u{295a}'), // LeftTeeVector
    Named::one(2019, '\u{22b2}'), // LeftTriangle
    Named::one(2034, '\u{29cf}'), // LeftTriangleBar
    Named::one(2051, '\u{22b4}'), // LeftTriangleEqual
    Named::one(2067, '\u{2951}'), // LeftUpDownVector
    Named::one(2082, '\u{2960}'), // LeftUpTeeVector
    Named::one(2094, '\u{21bf}'), // LeftUpVector
    Named::one(2109, '\u{2958}'), // LeftUpVectorBar
    Named::one(2119, '\u{21bc}'), // LeftVector
    Named::one(2132, '\u{2952}'), // LeftVectorBar
    Named::one(2141, '\u{21d0}'), // Leftarrow
    Named::one(2155, '\u{21d4}'), // Leftrightarrow
    Named::one(2171, '\u{22da}'), // LessEqualGreater
    Named::one(2184, '\u{2266}'), // LessFullEqual
    Named::one(2195, '\u{2276}'), // LessGreater
    Named::one(2203, '\u{2aa1}'), // LessLess
    Named::one(2217, '\u{2a7d}'), // LessSlantEqual
    Named::one(2226, '\u{2272}'), // LessTilde
    Named::one(2229, '\u{1d50f}'), // Lfr
    Named::one(2231, '\u{22d8}'), // Ll
    Named::one(2241, '\u{21da}'), // Lleftarrow
    Named::one(2247, '\u{13f}'), // Lmidot
    Named::one(2260, '\u{27f5}'), // LongLeftArrow
    Named::one(2278, '\u{27f7}'), // LongLeftRightArrow
    Named::one(2292, '\u{27f6}'), // LongRightArrow
    Named::one(2305, '\u{27f8}'), // Longleftarrow
    Named::one(2323, '\u{27fa}'), // Longleftrightarrow
    Named::one(2337, '\u{27f9}'), // Longrightarrow
    Named::one(2341, '\u{1d543}'), // Lopf
    Named::one(2355, '\u{2199}'), // LowerLeftArrow
    Named::one(2370, '\u{2198}'), // LowerRightArrow
    Named::one(2374, '\u{2112}'), // Lscr
    Named::one(2377, '\u{21b0}'), // Lsh
    Named::one(2383, '\u{141}'), // Lstrok
    Named::one(2385, '\u{226a}'), // Lt
    Named::one(2388, '\u{2905}'), // Map
    Named::one(2391, '\u{41c}'), // Mcy
    Named::one(2402, '\u{205f}'), // MediumSpace
    Named::one(2411, '\u{2133}'), // Mellintrf
    Named::one(2414, '\u{1d510}'), // Mfr
    Named::one(2423, '\u{2213}'), // MinusPlus
    Named::one(2427, '\u{1d544}'), // Mopf
    Named::one(2431, '\u{2133}'), // Mscr
    Named::one(2433, '\u{39c}'), // Mu
    Named::one(2437, '\u{40a}'), // NJcy
    Named::one(2443, '\u{143}'), // Nacute
    Named::one(2449, '\u{147}'), // Ncaron
    Named::one(2455, '\u{145}'), // Ncedil
    Named::one(2458, '\u{41d}'), // Ncy
    Named::one(2477, '\u{200b}'), // NegativeMediumSpace
    Named::one(2495, '\u{200b}'), // NegativeThickSpace
    Named::one(2512, '\u{200b}'), // NegativeThinSpace
    Named::one(2533, '\u{200b}'), // NegativeVeryThinSpace
    Named::one(2553, '\u{226b}'), // NestedGreaterGreater
    Named::one(2567, '\u{226a}'), // NestedLessLess
    Named::one(2574, '\u{a}'), // NewLine
    Named::one(2577, '\u{1d511}'), // Nfr
    Named::one(2584, '\u{2060}'), // NoBreak
    Named::one(2600, '\u{a0}'), // NonBreakingSpace
    Named::one(2604, '\u{2115}'), // Nopf
    Named::one(2607, '\u{2aec}'), // Not
    Named::one(2619, '\u{2262}'), // NotCongruent
    Named::one(2628, '\u{226d}'), // NotCupCap
    Named::one(2648, '\u{2226}'), // NotDoubleVerticalBar
    Named::one(2658, '\u{2209}'), // NotElement
    Named::one(2666, '\u{2260}'), // NotEqual
    Named::two(2679, '\u{2242}', '\u{338}'), // NotEqualTilde
    Named::one(2688, '\u{2204}'), // NotExists
    Named::one(2698, '\u{226f}'), // NotGreater
    Named::one(2713, '\u{2271}'), // NotGreaterEqual
    Named::two(2732, '\u{2267}', '\u{338}'), // NotGreaterFullEqual
    Named::two(2749, '\u{226b}', '\u{338}'), // NotGreaterGreater
    Named::one(2763, '\u{2279}'), // NotGreaterLess
    Named::two(2783, '\u{2a7e}', '\u{338}'), // NotGreaterSlantEqual
    Named::one(2798, '\u{2275}'), // NotGreaterTilde
    Named::two(2813, '\u{224e}', '\u{338}'), // NotHumpDownHump
    Named::two(2825, '\u{224f}', '\u{338}'), // NotHumpEqual
    Named::one(2840, '\u{22ea}'), // NotLeftTriangle
    Named::two(2858, '\u{29cf}', '\u{338}'), // NotLeftTriangleBar
    Named::one(2878, '\u{22ec}'), // NotLeftTriangleEqual
    Named::one(2885, '\u{226e}'), // NotLess
    Named::one(2897, '\u{2270}'), // NotLessEqual
    Named::one(2911, '\u{2278}'), // NotLessGreater
    Named::two(2922, '\u{226a}', '\u{338}'), // NotLessLess
    Named::two(2939, '\u{2a7d}', '\u{338}'), // NotLessSlantEqual
    Named::one(2951, '\u{2274}'), // NotLessTilde
    Named::two(2974, '\u{2aa2}', '\u{338}'), // NotNestedGreaterGreater
    Named::two(2991, '\u{2aa1}', '\u{338}'), // NotNestedLessLess
    Named::one(3002, '\u{2280}'), // NotPrecedes
    Named::two(3018, '\u{2aaf}', '\u{338}'), // NotPrecedesEqual
    Named::one(3039, '\u{22e0}'), // NotPrecedesSlantEqual
    Named::one(3056, '\u{220c}'), // NotReverseElement
    Named::one(3072, '\u{22eb}'), // NotRightTriangle
    Named::two(3091, '\u{29d0}', '\u{338}'), // NotRightTriangleBar
    Named::one(3112, '\u{22ed}'), // NotRightTriangleEqual
    Named::two(3127, '\u{228f}', '\u{338}'), // NotSquareSubset
    Named::one(3147, '\u{22e2}'), // NotSquareSubsetEqual
    Named::two(3164, '\u{2290}', '\u{338}'), // NotSquareSuperset
    Named::one(3186, '\u{22e3}'), // NotSquareSupersetEqual
    Named::two(3195, '\u{2282}', '\u{20d2}'), // NotSubset
    Named::one(3209, '\u{2288}'), // NotSubsetEqual
    Named::one(3220, '\u{2281}'), // NotSucceeds
    Named::two(3236, '\u{2ab0}', '\u{338}'), // NotSucceedsEqual
    Named::one(3257, '\u{22e1}'), // NotSucceedsSlantEqual
    Named::two(3273, '\u{227f}', '\u{338}'), // NotSucceedsTilde
    Named::two(3284, '\u{2283}', '\u{20d2}'), // NotSuperset
    Named::one(3300, '\u{2289}'), // NotSupersetEqual
    Named::one(3308, '\u{2241}'), // NotTilde
    Named::one(3321, '\u{2244}'), // NotTildeEqual
    Named::one(3338, '\u{2247}'), // NotTildeFullEqual
    Named::one(3351, '\u{2249}'), // NotTildeTilde
    Named::one(3365, '\u{2224}'), // NotVerticalBar
    Named::one(3369, '\u{1d4a9}'), // Nscr
    Named::legacy(3375, '\u{d1}'), // Ntilde
    Named::one(3377, '\u{39d}'), // Nu
    Named::one(3382, '\u{152}'), // OElig
    Named::legacy(3388, '\u{d3}'), // Oacute
    Named::legacy(3393, '\u{d4}'), // Ocirc
    Named::one(3396, '\u{41e}'), // Ocy
    Named::one(3402, '\u{150}'), // Odblac
    Named::one(3405, '\u{1d512}'), // Ofr
    Named::legacy(3411, '\u{d2}'), // Ograve
    Named::one(3416, '\u{14c}'), // Omacr
    Named::one(3421, '\u{3a9}'), // Omega
    Named::one(3428, '\u{39f}'), // Omicron
    Named::one(3432, '\u{1d546}'), // Oopf
    Named::one(3452, '\u{201c}'), // OpenCurlyDoubleQuote
    Named::one(3466, '\u{2018}'), // OpenCurlyQuote
    Named::one(3468, '\u{2a54}'), // Or
    Named::one(3472, '\u{1d4aa}'), // Oscr
    Named::legacy(3478, '\u{d8}'), // Oslash
    Named::legacy(3484, '\u{d5}'), // Otilde
    Named::one(3490, '\u{2a37}'), // Otimes
    Named::legacy(3494, '\u{d6}'), // Ouml
    Named::one(3501, '\u{203e}'), // OverBar
    Named::one(3510, '\u{23de}'), // OverBrace
    Named::one(3521, '\u{23b4}'), // OverBracket
    Named::one(3536, '\u{23dc}'), // OverParenthesis
    Named::one(3544, '\u{2202}'), // PartialD
    Named::one(3547, '\u{41f}'), // Pcy
    Named::one(3550, '\u{1d513}'), // Pfr
    Named::one(3553, '\u{3a6}'), // Phi
    Named::one(3555, '\u{3a0}'), // Pi
    Named::one(3564, '\u{b1}'), // PlusMinus
    Named::one(3577, '\u{210c}'), // Poincareplane
    Named::one(3581, '\u{2119}'), // Popf
    Named::one(3583, '\u{2abb}'), // Pr
    Named::one(3591, '\u{227a}'), // Precedes
    Named::one(3604, '\u{2aaf}'), // PrecedesEqual
    Named::one(3622, '\u{227c}'), // PrecedesSlantEqual
    Named::one(3635, '\u{227e}'), // PrecedesTilde
    Named::one(3640, '\u{2033}'), // Prime
    Named::one(3647, '\u{220f}'), // Product
    Named::one(3657, '\u{2237}'), // Proportion
    Named::one(3669, '\u{221d}'), // Proportional
    Named::one(3673, '\u{1d4ab}'), // Pscr
    Named::one(3676, '\u{3a8}'), // Psi
    Named::legacy(3680, '\u{22}'), // QUOT
    Named::one(3683, '\u{1d514}'), // Qfr
    Named::one(3687, '\u{211a}'), // Qopf
    Named::one(3691, '\u{1d4ac}'), // Qscr
    Named::one(3696, '\u{2910}'), // RBarr
    Named::legacy(3699, '\u{ae}'), // REG
    Named::one(3705, '\u{154}'), // Racute
    Named::one(3709, '\u{27eb}'), // Rang
    Named::one(3713, '\u{21a0}'), // Rarr
    Named::one(3719, '\u{2916}'), // Rarrtl
    Named::one(3725, '\u{158}'), // Rcaron
    Named::one(3731, '\u{156}'), // Rcedil
    Named::one(3734, '\u{420}'), // Rcy
    Named::one(3736, '\u{211c}'), // Re
    Named::one(3750, '\u{220b}'), // ReverseElement
    Named::one(3768, '\u{21cb}'), // ReverseEquilibrium
    Named::one(3788, '\u{296f}'), // ReverseUpEquilibrium
    Named::one(3791, '\u{211c}'), // Rfr
    Named::one(3794, '\u{3a1}'), // Rho
    Named::one(3811, '\u{27e9}'), // RightAngleBracket
    Named::one(3821, '\u{2192}'), // RightArrow
    Named::one(3834, '\u{21e5}'), // RightArrowBar
    Named::one(3853, '\u{21c4}'), // RightArrowLeftArrow
    Named::one(3865, '\u{2309}'), // RightCeiling
    Named::one(3883, '\u{27e7}'), // RightDoubleBracket
    Named::one(3901, '\u{295d}'), // RightDownTeeVector
    Named::one(3916, '\u{21c2}'), // RightDownVector
    Named::one(3934, '\u{2955}'), // RightDownVectorBar
    Named::one(3944, '\u{230b}'), // RightFloor
    Named::one(3952, '\u{22a2}'), // RightTee
    Named::one(3965, '\u{21a6}'), // RightTeeArrow
    Named::one(3979, '\u{295b}'), // RightTeeVector
    Named::one(3992, '\u{22b3}'), // RightTriangle
    Named::one(4008, '\u{29d0}'), // RightTriangleBar
    Named::one(4026, '\u{22b5}'), // RightTriangleEqual
    Named::one(4043, '\u{294f}'), // RightUpDownVector
    Named::one(4059, '\u{295c}'), // RightUpTeeVector
    Named::one(4072, '\u{21be}'), // RightUpVector
    Named::one(4088, '\u{2954}'), // RightUpVectorBar
    Named::one(4099, '\u{21c0}'), // RightVector
    Named::one(4113, '\u{2953}'), // RightVectorBar
    Named::one(4123, '\u{21d2}'), // Rightarrow
    Named::one(4127, '\u{211d}'), // Ropf
    Named::one(4139, '\u{2970}'), // RoundImplies
    Named::one(4150, '\u{21db}'), // Rrightarrow
    Named::one(4154, '\u{211b}'), // Rscr
    Named::one(4157, '\u{21b1}'), // Rsh
    Named::one(4168, '\u{29f4}'), // RuleDelayed
    Named::one(4174, '\u{429}'), // SHCHcy
    Named::one(4178, '\u{428}'), // SHcy
    Named::one(4184, '\u{42c}'), // SOFTcy
    Named::one(4190, '\u{15a}'), // Sacute
    Named::one(4192, '\u{2abc}'), // Sc
    Named::one(4198, '\u{160}'), // Scaron
    Named::one(4204, '\u{15e}'), // Scedil
    Named::one(4209, '\u{15c}'), // Scirc
    Named::one(4212, '\u{421}'), // Scy
    Named::one(4215, '\u{1d516}'), // Sfr
    Named::one(4229, '\u{2193}'), // ShortDownArrow
    Named::one(4243, '\u{2190}'), // ShortLeftArrow
    Named::one(4258, '\u{2192}'), // ShortRightArrow
    Named::one(4270, '\u{2191}'), // ShortUpArrow
    Named::one(4275, '\u{3a3}'), // Sigma
    Named::one(4286, '\u{2218}'), // SmallCircle
    Named::one(4290, '\u{1d54a}'), // Sopf
    Named::one(4294, '\u{221a}'), // Sqrt
    Named::one(4300, '\u{25a1}'), // Square
    Named::one(4318, '\u{2293}'), // SquareIntersection
    Named::one(4330, '\u{228f}'), // SquareSubset
    Named::one(4347, '\u{2291}'), // SquareSubsetEqual
    Named::one(4361, '\u{2290}'), // SquareSuperset
    Named::one(4380, '\u{2292}'), // SquareSupersetEqual
    Named::one(4391, '\u{2294}'), // SquareUnion
    Named::one(4395, '\u{1d4ae}'), // Sscr
    Named::one(4399, '\u{22c6}'), // Star
    Named::one(4402, '\u{22d0}'), // Sub
    Named::one(4408, '\u{22d0}'), // Subset
    Named::one(4419, '\u{2286}'), // SubsetEqual
    Named::one(4427, '\u{227b}'), // Succeeds
    Named::one(4440, '\u{2ab0}'), // SucceedsEqual
    Named::one(4458, '\u{227d}'), // SucceedsSlantEqual
    Named::one(4471, '\u{227f}'), // SucceedsTilde
    Named::one(4479, '\u{220b}'), // SuchThat
    Named::one(4482, '\u{2211}'), // Sum
    Named::one(4485, '\u{22d1}'), // Sup
    Named::one(4493, '\u{2283}'), // Superset
    Named::one(4506, '\u{2287}'), // SupersetEqual
    Named::one(4512, '\u{22d1}'), // Supset
    Named::legacy(4517, '\u{de}'), // THORN
    Named::one(4522, '\u{2122}'), // TRADE
    Named::one(4527, '\u{40b}'), // TSHcy
    Named::one(4531, '\u{426}'), // TScy
    Named::one(4534, '\u{9}'), // Tab
    Named::one(4537, '\u{3a4}'), // Tau
    Named::one(4543, '\u{164}'), // Tcaron
    Named::one(4549, '\u{162}'), // Tcedil
    Named::one(4552, '\u{422}'), // Tcy
    Named::one(4555, '\u{1d517}'), // Tfr
    Named::one(4564, '\u{2234}'), // Therefore
    Named::one(4569, '\u{398}'), // Theta
    Named::two(4579, '\u{205f}', '\u{200a}'), // ThickSpace
    Named::one(4588, '\u{2009}'), // ThinSpace
    Named::one(4593, '\u{223c}'), // Tilde
    Named::one(4603, '\u{2243}'), // TildeEqual
    Named::one(4617, '\u{2245}'), // TildeFullEqual
    Named::one(4627, '\u{2248}'), // TildeTilde
    Named::one(4631, '\u{1d54b}'), // Topf
    Named::one(4640, '\u{20db}'), // TripleDot
    Named::one(4644, '\u{1d4af}'), // Tscr
    Named::one(4650, '\u{166}'), // Tstrok
    Named::legacy(4656, '\u{da}'), // Uacute
    Named::one(4660, '\u{219f}'), // Uarr
    Named::one(4668, '\u{2949}'), // Uarrocir
    Named::one(4673, '\u{40e}'), // Ubrcy
    Named::one(4679, '\u{16c}'), // Ubreve
    Named::legacy(4684, '\u{db}'), // Ucirc
    Named::one(4687, '\u{423}'), // Ucy
    Named::one(4693, '\u{170}'), // Udblac
    Named::one(4696, '\u{1d518}'), // Ufr
    Named::legacy(4702, '\u{d9}'), // Ugrave
    Named::one(4707, '\u{16a}'), // Umacr
    Named::one(4715, '\u{5f}'), // UnderBar
    Named::one(4725, '\u{23df}'), // UnderBrace
    Named::one(4737, '\u{23b5}'), // UnderBracket
    Named::one(4753, '\u{23dd}'), // UnderParenthesis
    Named::one(4758, '\u{22c3}'), // Union
    Named::one(4767, '\u{228e}'), // UnionPlus
    Named::one(4772, '\u{172}'), // Uogon
    Named::one(4776, '\u{1d54c}'), // Uopf
    Named::one(4783, '\u{2191}'), // UpArrow
    Named::one(4793, '\u{2912}'), // UpArrowBar
    Named::one(4809, '\u{21c5}'), // UpArrowDownArrow
    Named::one(4820, '\u{2195}'), // UpDownArrow
    Named::one(4833, '\u{296e}'), // UpEquilibrium
    Named::one(4838, '\u{22a5}'), // UpTee
    Named::one(4848, '\u{21a5}'), // UpTeeArrow
    Named::one(4855, '\u{21d1}'), // Uparrow
    Named::one(4866, '\u{21d5}'), // Updownarrow
    Named::one(4880, '\u{2196}'), // UpperLeftArrow
    Named::one(4895, '\u{2197}'), // UpperRightArrow
    Named::one(4899, '\u{3d2}'), // Upsi
    Named::one(4906, '\u{3a5}'), // Upsilon
    Named::one(4911, '\u{16e}'), // Uring
    Named::one(4915, '\u{1d4b0}'), // Uscr
    Named::one(4921, '\u{168}'), // Utilde
    Named::legacy(4925, '\u{dc}'), // Uuml
    Named::one(4930, '\u{22ab}'), // VDash
    Named::one(4934, '\u{2aeb}'), // Vbar
    Named::one(4937, '\u{412}'), // Vcy
    Named::one(4942, '\u{22a9}'), // Vdash
    Named::one(4948, '\u{2ae6}'), // Vdashl
    Named::one(4951, '\u{22c1}'), // Vee
    Named::one(4957, '\u{2016}'), // Verbar
    Named::one(4961, '\u{2016}'), // Vert
    Named::one(4972, '\u{2223}'), // VerticalBar
    Named::one(4984, '\u{7c}'), // VerticalLine
    Named::one(5001, '\u{2758}'), // VerticalSeparator
    Named::one(5014, '\u{2240}'), // VerticalTilde
    Named::one(5027, '\u{200a}'), // VeryThinSpace
    Named::one(5030, '\u{1d519}'), // Vfr
    Named::one(5034, '\u{1d54d}'), // Vopf
    Named::one(5038, '\u{1d4b1}'), // Vscr
    Named::one(5044, '\u{22aa}'), // Vvdash
    Named::one(5049, '\u{174}'), // Wcirc
    Named::one(5054, '\u{22c0}'), // Wedge
    Named::one(5057, '\u{1d51a}'), // Wfr
    Named::one(5061, '\u{1d54e}'), // Wopf
    Named::one(5065, '\u{1d4b2}'), // Wscr
    Named::one(5068, '\u{1d51b}'), // Xfr
    Named::one(5070, '\u{39e}'), // Xi
    Named::one(5074, '\u{1d54f}'), // Xopf
    Named::one(5078, '\u{1d4b3}'), // Xscr
    Named::one(5082, '\u{42f}'), // YAcy
    Named::one(5086, '\u{407}'), // YIcy
    Named::one(5090, '\u{42e}'), // YUcy
    Named::legacy(5096, '\u{dd}'), // Yacute
    Named::one(5101, '\u{176}'), // Ycirc
    Named::one(5104, '\u{42b}'), // Ycy
    Named::one(5107, '\u{1d51c}'), // Yfr
    Named::one(5111, '\u{1d550}'), // Yopf
    Named::one(5115, '\u{1d4b4}'), // Yscr
    Named::one(5119, '\u{178}'), // Yuml
    Named::one(5123, '\u{416}'), // ZHcy
    Named::one(5129, '\u{179}'), // Zacute
    Named::one(5135, '\u{17d}'), // Zcaron
    Named::one(5138, '\u{417}'), // Zcy
    Named::one(5142, '\u{17b}'), // Zdot
    Named::one(5156, '\u{200b}'), // ZeroWidthSpace
    Named::one(5160, '\u{396}'), // Zeta
    Named::one(5163, '\u{2128}'), // Zfr
    Named::one(5167, '\u{2124}'), // Zopf
    Named::one(5171, '\u{1d4b5}'), // Zscr
    Named::legacy(5177, '\u{e1}'), // aacute
    Named::one(5183, '\u{103}'), // abreve
    Named::one(5185, '\u{223e}'), // ac
    Named::two(5188, '\u{223e}', '\u{333}'), // acE
    Named::one(5191, '\u{223f}'), // acd
    Named::legacy(5196, '\u{e2}'), // acirc
    Named::legacy(5201, '\u{b4}'), // acute
    Named::one(5204, '\u{430}'), // acy
    Named::legacy(5209, '\u{e6}'), // aelig
    Named::one(5211, '\u{2061}'), // af
    Named::one(5214, '\u{1d51e}'), // afr
    Named::legacy(5220, '\u{e0}'), // agrave
    Named::one(5227, '\u{2135}'), // alefsym
    Named::one(5232, '\u{2135}'), // aleph
    Named::one(5237, '\u{3b1}'), // alpha
    Named::one(5242, '\u{101}'), // amacr
    Named::one(5247, '\u{2a3f}'), // amalg
    Named::legacy(5250, '\u{26}'), // amp
    Named::one(5253, '\u{2227}'), // and
    Named::one(5259, '\u{2a55}'), // andand
    Named::one(5263, '\u{2a5c}'), // andd
    Named::one(5271, '\u{2a58}'), // andslope
    Named::one(5275, '\u{2a5a}'), // andv
    Named::one(5278, '\u{2220}'), // ang
    Named::one(5282, '\u{29a4}'), // ange
    Named::one(5287, '\u{2220}'), // angle
    Named::one(5293, '\u{2221}'), // angmsd
    Named::one(5301, '\u{29a8}'), // angmsdaa
    Named::one(5309, '\u{29a9}'), // angmsdab
    Named::one(5317, '\u{29aa}'), // angmsdac
    Named::one(5325, '\u{29ab}'), // angmsdad
    Named::one(5333, '\u{29ac}'), // angmsdae
    Named::one(5341, '\u{29ad}'), // angmsdaf
    Named::one(5349, '\u{29ae}'), // angmsdag
    Named::one(5357, '\u{29af}'), // angmsdah
    Named::one(5362, '\u{221f}'), // angrt
    Named::one(5369, '\u{22be}'), // angrtvb
    Named::one(5377, '\u{299d}'), // angrtvbd
    Named::one(5383, '\u{2222}'), // angsph
    Named::one(5388, '\u{c5}'), // angst
    Named::one(5395, '\u{237c}'), // angzarr
    Named::one(5400, '\u{105}'), // aogon
    Named::one(5404, '\u{1d552}'), // aopf
    Named::one(5406, '\u{2248}'), // ap
    Named::one(5409, '\u{2a70}'), // apE
    Named::one(5415, '\u{2a6f}'), // apacir
    Named::one(5418, '\u{224a}'), // ape
    Named::one(5422, '\u{224b}'), // apid
    Named::one(5426, '\u{27}'), // apos
    Named::one(5432, '\u{2248}'), // approx
    Named::one(5440, '\u{224a}'), // approxeq
    Named::legacy(5445, '\u{e5}'), // aring
    Named::one(5449, '\u{1d4b6}'), // ascr
    Named::one(5452, '\u{2a}'), // ast
    Named::one(5457, '\u{2248}'), // asymp
    Named::one(5464, '\u{224d}'), // asympeq
    Named::legacy(5470, '\u{e3}'), // atilde
    Named::legacy(5474, '\u{e4}'), // auml
    Named::one(5482, '\u{2233}'), // awconint
    Named::one(5487, '\u{2a11}'), // awint
    Named::one(5491, '\u{2aed}'), // bNot
    Named::one(5499, '\u{224c}'), // backcong
    Named::one(5510, '\u{3f6}'), // backepsilon
    Named::one(5519, '\u{2035}'), // backprime
    Named::one(5526, '\u{223d}'), // backsim
    Named::one(5535, '\u{22cd}'), // backsimeq
    Named::one(5541, '\u{22bd}'), // barvee
    Named::one(5547, '\u{2305}'), // barwed
    Named::one(5555, '\u{2305}'), // barwedge
    Named::one(5559, '\u{23b5}'), // bbrk
    Named::one(5567, '\u{23b6}'), // bbrktbrk
    Named::one(5572, '\u{224c}'), // bcong
    Named::one(5575, '\u{431}'), // bcy
    Named::one(5580, '\u{201e}'), // bdquo
    Named::one(5586, '\u{2235}'), // becaus
    Named::one(5593, '\u{2235}'), // because
    Named::one(5600, '\u{29b0}'), // bemptyv
    Named::one(5605, '\u{3f6}'), // bepsi
    Named::one(5611, '\u{212c}'), // bernou
    Named::one(5615, '\u{3b2}'), // beta
    Named::one(5619, '\u{2136}'), // beth
    Named::one(5626, '\u{226c}'), // between
    Named::one(5629, '\u{1d51f}'), // bfr
    Named::one(5635, '\u{22c2}'), // bigcap
    Named::one(5642, '\u{25ef}'), // bigcirc
    Named::one(5648, '\u{22c3}'), // bigcup
    Named::one(5655, '\u{2a00}'), // bigodot
    Named::one(5663, '\u{2a01}'), // bigoplus
    Named::one(5672, '\u{2a02}'), // bigotimes
    Named::one(5680, '\u{2a06}'), // bigsqcup
    Named::one(5687, '\u{2605}'), // bigstar
    Named::one(5702, '\u{25bd}'), // bigtriangledown
    Named::one(5715, '\u{25b3}'), // bigtriangleup
    Named::one(5723, '\u{2a04}'), // biguplus
    Named::one(5729, '\u{22c1}'), // bigvee
    Named::one(5737, '\u{22c0}'), // bigwedge
    Named::one(5743, '\u{290d}'), // bkarow
    Named::one(5755, '\u{29eb}'), // blacklozenge
    Named::one(5766, '\u{25aa}'), // blacksquare
    Named::one(5779, '\u{25b4}'), // blacktriangle
    Named::one(5796, '\u{25be}'), // blacktriangledown
    Named::one(5813, '\u{25c2}'), // blacktriangleleft
    Named::one(5831, '\u{25b8}'), // blacktriangleright
    Named::one(5836, '\u{2423}'), // blank
    Named::one(5841, '\u{2592}'), // blk12
    Named::one(5846, '\u{2591}'), // blk14
    Named::one(5851, '\u{2593}'), // blk34
    Named::one(5856, '\u{2588}'), // block
    Named::two(5859, '\u{3d}', '\u{20e5}'), // bne
    Named::two(5866, '\u{2261}', '\u{20e5}'), // bnequiv
    Named::one(5870, '\u{2310}'), // bnot
    Named::one(5874, '\u{1d553}'), // bopf
    Named::one(5877, '\u{22a5}'), // bot
    Named::one(5883, '\u{22a5}'), // bottom
    Named::one(5889, '\u{22c8}'), // bowtie
    Named::one(5894, '\u{2557}'), // boxDL
    Named::one(5899, '\u{2554}'), // boxDR
    Named::one(5904, '\u{2556}'), // boxDl
    Named::one(5909, '\u{2553}'), // boxDr
    Named::one(5913, '\u{2550}'), // boxH
    Named::one(5918, '\u{2566}'), // boxHD
    Named::one(5923, '\u{2569}'), // boxHU
    Named::one(5928, '\u{2564}'), // boxHd
    Named::one(5933, '\u{2567}'), // boxHu
    Named::one(5938, '\u{255d}'), // boxUL
    Named::one(5943, '\u{255a}'), // boxUR
    Named::one(5948, '\u{255c}'), // boxUl
    Named::one(5953, '\u{2559}'), // boxUr
    Named::one(5957, '\u{2551}'), // boxV
    Named::one(5962, '\u{256c}'), // boxVH
    Named::one(5967, '\u{2563}'), // boxVL
    Named::one(5972, '\u{2560}'), // boxVR
    Named::one(5977, '\u{256b}'), // boxVh
    Named::one(5982, '\u{2562}'), // boxVl
    Named::one(5987, '\u{255f}'), // boxVr
    Named::one(5993, '\u{29c9}'), // boxbox
    Named::one(5998, '\u{2555}'), // boxdL
    Named::one(6003, '\u{2552}'), // boxdR
    Named::one(6008, '\u{2510}'), // boxdl
    Named::one(6013, '\u{250c}'), // boxdr
    Named::one(6017, '\u{2500}'), // boxh
    Named::one(6022, '\u{2565}'), // boxhD
    Named::one(6027, '\u{2568}'), // boxhU
    Named::one(6032, '\u{252c}'), // boxhd
    Named::one(6037, '\u{2534}'), // boxhu
    Named::one(6045, '\u{229f}'), // boxminus
    Named::one(6052, '\u{229e}'), // boxplus
    Named::one(6060, '\u{22a0}'), // boxtimes
    Named::one(6065, '\u{255b}'), // boxuL
    Named::one(6070, '\u{2558}'), // boxuR
    Named::one(6075, '\u{2518}'), // boxul
    Named::one(6080, '\u{2514}'), // boxur
    Named::one(6084, '\u{2502}'), // boxv
    Named::one(6089, '\u{256a}'), // boxvH
    Named::one(6094, '\u{2561}'), // boxvL
    Named::one(6099, '\u{255e}'), // boxvR
    Named::one(6104, '\u{253c}'), // boxvh
    Named::one(6109, '\u{2524}'), // boxvl
    Named::one(6114, '\u{251c}'), // boxvr
    Named::one(6120, '\u{2035}'), // bprime
    Named::one(6125, '\u{2d8}'), // breve
    Named::legacy(6131, '\u{a6}'), // brvbar
    Named::one(6135, '\u{1d4b7}'), // bscr
    Named::one(6140, '\u{204f}'), // bsemi
    Named::one(6144, '\u{223d}'), // bsim
    Named::one(6149, '\u{22cd}'), // bsime
    Named::one(6153, '\u{5c}'), // bsol
    Named::one(6158, '\u{29c5}'), // bsolb
    Named::one(6166, '\u{27c8}'), // bsolhsub
    Named::one(6170, '\u{2022}'), // bull
    Named::one(6176, '\u{2022}'), // bullet
    Named::one(6180, '\u{224e}'), // bump
    Named::one(6185, '\u{2aae}'), // bumpE
    Named::one(6190, '\u{224f}'), // bumpe
    Named::one(6196, '\u{224f}'), // bumpeq
    Named::one(6202, '\u{107}'), // cacute
    Named::one(6205, '\u{2229}'), // cap
    Named::one(6211, '\u{2a44}'), // capand
    Named::one(6219, '\u{2a49}'), // capbrcup
    Named::one(6225, '\u{2a4b}'), // capcap
    Named::one(6231, '\u{2a47}'), // capcup
    Named::one(6237, '\u{2a40}'), // capdot
    Named::two(6241, '\u{2229}', '\u{fe00}'), // caps
    Named::one(6246, '\u{2041}'), // caret
    Named::one(6251, '\u{2c7}'), // caron
    Named::one(6256, '\u{2a4d}'), // ccaps
    Named::one(6262, '\u{10d}'), // ccaron
    Named::legacy(6268, '\u{e7}'), // ccedil
    Named::one(6273, '\u{109}'), // ccirc
    Named::one(6278, '\u{2a4c}'), // ccups
    Named::one(6285, '\u{2a50}'), // ccupssm
    Named::one(6289, '\u{10b}'), // cdot
    Named::legacy(6294, '\u{b8}'), // cedil
    Named::one(6301, '\u{29b2}'), // cemptyv
    Named::legacy(6305, '\u{a2}'), // cent
    Named::one(6314, '\u{b7}'), // centerdot
    Named::one(6317, '\u{1d520}'), // cfr
    Named::one(6321, '\u{447}'), // chcy
    Named::one(6326, '\u{2713}'), // check
    Named::one(6335, '\u{2713}'), // checkmark
    Named::one(6338, '\u{3c7}'), // chi
    Named::one(6341, '\u{25cb}'), // cir
    Named::one(6345, '\u{29c3}'), // cirE
    Named::one(6349, '\u{2c6}'), // circ
    Named::one(6355, '\u{2257}'), // circeq
    Named::one(6370, '\u{21ba}'), // circlearrowleft
    Named::one(6386, '\u{21bb}'), // circlearrowright
    Named::one(6394, '\u{ae}'), // circledR
    Named::one(6402, '\u{24c8}'), // circledS
    Named::one(6412, '\u{229b}'), // circledast
    Named::one(6423, '\u{229a}'), // circledcirc
    Named::one(6434, '\u{229d}'), // circleddash
    Named::one(6438, '\u{2257}'), // cire
    Named::one(6446, '\u{2a10}'), // cirfnint
    Named::one(6452, '\u{2aef}'), // cirmid
    Named::one(6459, '\u{29c2}'), // cirscir
    Named::one(6464, '\u{2663}'), // clubs
    Named::one(6472, '\u{2663}'), // clubsuit
    Named::one(6477, '\u{3a}'), // colon
    Named::one(6483, '\u{2254}'), // colone
    Named::one(6490, '\u{2254}'), // coloneq
    Named::one(6495, '\u{2c}'), // comma
    Named::one(6501, '\u{40}'), // commat
    Named::one(6505, '\u{2201}'), // comp
    Named::one(6511, '\u{2218}'), // compfn
    Named::one(6521, '\u{2201}'), // complement
    Named::one(6530, '\u{2102}'), // complexes
    Named::one(6534, '\u{2245}'), // cong
    Named::one(6541, '\u{2a6d}'), // congdot
    Named::one(6547, '\u{222e}'), // conint
    Named::one(6551, '\u{1d554}'), // copf
    Named::one(6557, '\u{2210}'), // coprod
    Named::legacy(6561, '\u{a9}'), // copy
    Named::one(6567, '\u{2117}'), // copysr
    Named::one(6572, '\u{21b5}'), // crarr
    Named::one(6577, '\u{2717}'), // cross
    Named::one(6581, '\u{1d4b8}'), // cscr
    Named::one(6585, '\u{2acf}'), // csub
    Named::one(6590, '\u{2ad1}'), // csube
    Named::one(6594, '\u{2ad0}'), // csup
    Named::one(6599, '\u{2ad2}'), // csupe
    Named::one(6604, '\u{22ef}'), // ctdot
    Named::one(6611, '\u{2938}'), // cudarrl
    Named::one(6618, '\u{2935}'), // cudarrr
    Named::one(6623, '\u{22de}'), // cuepr
    Named::one(6628, '\u{22df}'), // cuesc
    Named::one(6634, '\u{21b6}'), // cularr
    Named::one(6641, '\u{293d}'), // cularrp
    Named::one(6644, '\u{222a}'), // cup
    Named::one(6652, '\u{2a48}'), // cupbrcap
    Named::one(6658, '\u{2a46}'), // cupcap
    Named::one(6664, '\u{2a4a}'), // cupcup
    Named::one(6670, '\u{228d}'), // cupdot
    Named::one(6675, '\u{2a45}'), // cupor
    Named::two(6679, '\u{222a}', '\u{fe00}'), // cups
    Named::one(6685, '\u{21b7}'), // curarr
    Named::one(6692, '\u{293c}'), // curarrm
    Named::one(6703, '\u{22de}'), // curlyeqprec
    Named::one(6714, '\u{22df}'), // curlyeqsucc
    Named::one(6722, '\u{22ce}'), // curlyvee
    Named::one(6732, '\u{22cf}'), // curlywedge
    Named::legacy(6738, '\u{a4}'), // curren
    Named::one(6752, '\u{21b6}'), // curvearrowleft
    Named::one(6767, '\u{21b7}'), // curvearrowright
    Named::one(6772, '\u{22ce}'), // cuvee
    Named::one(6777, '\u{22cf}'), // cuwed
    Named::one(6785, '\u{2232}'), // cwconint
    Named::one(6790, '\u{2231}'), // cwint
    Named::one(6796, '\u{232d}'), // cylcty
    Named::one(6800, '\u{21d3}'), // dArr
    Named::one(6804, '\u{2965}'), // dHar
    Named::one(6810, '\u{2020}'), // dagger
    Named::one(6816, '\u{2138}'), // daleth
    Named::one(6820, '\u{2193}'), // darr
    Named::one(6824, '\u{2010}'), // dash
    Named::one(6829, '\u{22a3}'), // dashv
    Named::one(6836, '\u{290f}'), // dbkarow
    Named::one(6841, '\u{2dd}'), // dblac
    Named::one(6847, '\u{10f}'), // dcaron
    Named::one(6850, '\u{434}'), // dcy
    Named::one(6852, '\u{2146}'), // dd
    Named::one(6859, '\u{2021}'), // ddagger
    Named::one(6864, '\u{21ca}'), // ddarr
    Named::one(6871, '\u{2a77}'), // ddotseq
    Named::legacy(6874, '\u{b0}'), // deg
    Named::one(6879, '\u{3b4}'), // delta
    Named::one(6886, '\u{29b1}'), // demptyv
    Named::one(6892, '\u{297f}'), // dfisht
    Named::one(6895, '\u{1d521}'), // dfr
    Named::one(6900, '\u{21c3}'), // dharl
    Named::one(6905, '\u{21c2}'), // dharr
    Named::one(6909, '\u{22c4}'), // diam
    Named::one(6916, '\u{22c4}'), // diamond
    Named::one(6927, '\u{2666}'), // diamondsuit
    Named::one(6932, '\u{2666}'), // diams
    Named::one(6935, '\u{a8}'), // die
    Named::one(6942, '\u{3dd}'), // digamma
    Named::one(6947, '\u{22f2}'), // disin
    Named::one(6950, '\u{f7}'), // div
    Named::legacy(6956, '\u{f7}'), // divide
    Named::one(6969, '\u{22c7}'), // divideontimes
    Named::one(6975, '\u{22c7}'), // divonx
    Named::one(6979, '\u{452}'), // djcy
    Named::one(6985, '\u{231e}'), // dlcorn
    Named::one(6991, '\u{230d}'), // dlcrop
    Named::one(6997, '\u{24}'), // dollar
    Named::one(7001, '\u{1d555}'), // dopf
    Named::one(7004, '\u{2d9}'), // dot
    Named::one(7009, '\u{2250}'), // doteq
    Named::one(7017, '\u{2251}'), // doteqdot
    Named::one(7025, '\u{2238}'), // dotminus
    Named::one(7032, '\u{2214}'), // dotplus
    Named::one(7041, '\u{22a1}'), // dotsquare
    Named::one(7055, '\u{2306}'), // doublebarwedge
    Named::one(7064, '\u{2193}'), // downarrow
    Named::one(7078, '\u{21ca}'), // downdownarrows
    Named::one(7093, '\u{21c3}'), // downharpoonleft
    Named::one(7109, '\u{21c2}'), // downharpoonright
    Named::one(7117, '\u{2910}'), // drbkarow
    Named::one(7123, '\u{231f}'), // drcorn
    Named::one(7129, '\u{230c}'), // drcrop
    Named::one(7133, '\u{1d4b9}'), // dscr
    Named::one(7137, '\u{455}'), // dscy
    Named::one(7141, '\u{29f6}'), // dsol
    Named::one(7147, '\u{111}'), // dstrok
    Named::one(7152, '\u{22f1}'), // dtdot
    Named::one(7156, '\u{25bf}'), // dtri
    Named::one(7161, '\u{25be}'), // dtrif
    Named::one(7166, '\u{21f5}'), // duarr
    Named::one(7171, '\u{296f}'), // duhar
    Named::one(7178, '\u{29a6}'), // dwangle
    Named::one(7182, '\u{45f}'), // dzcy
    Named::one(7190, '\u{27ff}'), // dzigrarr
    Named::one(7195, '\u{2a77}'), // eDDot
    Named::one(7199, '\u{2251}'), // eDot
    Named::legacy(7205, '\u{e9}'), // eacute
    Named::one(7211, '\u{2a6e}'), // easter
    Named::one(7217, '\u{11b}'), // ecaron
    Named::one(7221, '\u{2256}'), // ecir
    Named::legacy(7226, '\u{ea}'), // ecirc
    Named::one(7232, '\u{2255}'), // ecolon
    Named::one(7235, '\u{44d}'), // ecy
    Named::one(7239, '\u{117}'), // edot
    Named::one(7241, '\u{2147}'), // ee
    Named::one(7246, '\u{2252}'), // efDot
    Named::one(7249, '\u{1d522}'), // efr
    Named::one(7251, '\u{2a9a}'), // eg
    Named::legacy(7257, '\u{e8}'), // egrave
    Named::one(7260, '\u{2a96}'), // egs
    Named::one(7266, '\u{2a98}'), // egsdot
    Named::one(7268, '\u{2a99}'), // el
    Named::one(7276, '\u{23e7}'), // elinters
    Named::one(7279, '\u{2113}'), // ell
    Named::one(7282, '\u{2a95}'), // els
    Named::one(7288, '\u{2a97}'), // elsdot
    Named::one(7293, '\u{113}'), // emacr
    Named::one(7298, '\u{2205}'), // empty
    Named::one(7306, '\u{2205}'), // emptyset
    Named::one(7312, '\u{2205}'), // emptyv
    Named::one(7316, '\u{2003}'), // emsp
    Named::one(7322, '\u{2004}'), // emsp13
    Named::one(7328, '\u{2005}'), // emsp14
    Named::one(7331, '\u{14b}'), // eng
    Named::one(7335, '\u{2002}'), // ensp
    Named::one(7340, '\u{119}'), // eogon
    Named::one(7344, '\u{1d556}'), // eopf
    Named::one(7348, '\u{22d5}'), // epar
    Named::one(7354, '\u{29e3}'), // eparsl
    Named::one(7359, '\u{2a71}'), // eplus
    Named::one(7363, '\u{3b5}'), // epsi
    Named::one(7370, '\u{3b5}'), // epsilon
    Named::one(7375, '\u{3f5}'), // epsiv
    Named::one(7381, '\u{2256}'), // eqcirc
    Named::one(7388, '\u{2255}'), // eqcolon
    Named::one(7393, '\u{2242}'), // eqsim
    Named::one(7403, '\u{2a96}'), // eqslantgtr
    Named::one(7414, '\u{2a95}'), // eqslantless
    Named::one(7420, '\u{3d}'), // equals
    Named::one(7426, '\u{225f}'), // equest
    Named::one(7431, '\u{2261}'), // equiv
    Named::one(7438, '\u{2a78}'), // equivDD
    Named::one(7446, '\u{29e5}'), // eqvparsl
    Named::one(7451, '\u{2253}'), // erDot
    Named::one(7456, '\u{2971}'), // erarr
    Named::one(7460, '\u{212f}'), // escr
    Named::one(7465, '\u{2250}'), // esdot
    Named::one(7469, '\u{2242}'), // esim
    Named::one(7472, '\u{3b7}'), // eta
    Named::legacy(7475, '\u{f0}'), // eth
    Named::legacy(7479, '\u{eb}'), // euml
    Named::one(7483, '\u{20ac}'), // euro
    Named::one(7487, '\u{21}'), // excl
    Named::one(7492, '\u{2203}'), // exist
    Named::one(7503, '\u{2130}'), // expectation
    Named::one(7515, '\u{2147}'), // exponentiale
    Named::one(7528, '\u{2252}'), // fallingdotseq
    Named::one(7531, '\u{444}'), // fcy
    Named::one(7537, '\u{2640}'), // female
    Named::one(7543, '\u{fb03}'), // ffilig
    Named::one(7548, '\u{fb00}'), // fflig
    Named::one(7554, '\u{fb04}'), // ffllig
    Named::one(7557, '\u{1d523}'), // ffr
    Named::one(7562, '\u{fb01}'), // filig
    Named::two(7567, '\u{66}', '\u{6a}'), // fjlig
    Named::one(7571, '\u{266d}'), // flat
    Named::one(7576, '\u{fb02}'), // fllig
    Named::one(7581, '\u{25b1}'), // fltns
    Named::one(7585, '\u{192}'), // fnof
    Named::one(7589, '\u{1d557}'), // fopf
    Named::one(7595, '\u{2200}'), // forall
    Named::one(7599, '\u{22d4}'), // fork
    Named::one(7604, '\u{2ad9}'), // forkv
    Named::one(7612, '\u{2a0d}'), // fpartint
    Named::legacy(7618, '\u{bd}'), // frac12
    Named::one(7624, '\u{2153}'), // frac13
    Named::legacy(7630, '\u{bc}'), // frac14
    Named::one(7636, '\u{2155}'), // frac15
    Named::one(7642, '\u{2159}'), // frac16
    Named::one(7648, '\u{215b}'), // frac18
    Named::one(7654, '\u{2154}'), // frac23
    Named::one(7660, '\u{2156}'), // frac25
    Named::legacy(7666, '\u{be}'), // frac34
    Named::one(7672, '\u{2157}'), // frac35
    Named::one(7678, '\u{215c}'), // frac38
    Named::one(7684, '\u{2158}'), // frac45
    Named::one(7690, '\u{215a}'), // frac56
    Named::one(7696, '\u{215d}'), // frac58
    Named::one(7702, '\u{215e}'), // frac78
    Named::one(7707, '\u{2044}'), // frasl
    Named::one(7712, '\u{2322}'), // frown
    Named::one(7716, '\u{1d4bb}'), // fscr
    Named::one(7718, '\u{2267}'), // gE
    Named::one(7721, '\u{2a8c}'), // gEl
    Named::one(7727, '\u{1f5}'), // gacute
    Named::one(7732, '\u{3b3}'), // gamma
    Named::one(7738, '\u{3dd}'), // gammad
    Named::one(7741, '\u{2a86}'), // gap
    Named::one(7747, '\u{11f}'), // gbreve
    Named::one(7752, '\u{11d}'), // gcirc
    Named::one(7755, '\u{433}'), // gcy
    Named::one(7759, '\u{121}'), // gdot
    Named::one(7761, '\u{2265}'), // ge
    Named::one(7764, '\u{22db}'), // gel
    Named::one(7767, '\u{2265}'), // geq
    Named::one(7771, '\u{2267}'), // geqq
    Named::one(7779, '\u{2a7e}'), // geqslant
    Named::one(7782, '\u{2a7e}'), // ges
    Named::one(7787, '\u{2aa9}'), // gescc
    Named::one(7793, '\u{2a80}'), // gesdot
    Named::one(7800, '\u{2a82}'), // gesdoto
    Named::one(7808, '\u{2a84}'), // gesdotol
    Named::two(7812, '\u{22db}', '\u{fe00}'), // gesl
    Named::one(7818, '\u{2a94}'), // gesles
    Named::one(7821, '\u{1d524}'), // gfr
    Named::one(7823, '\u{226b}'), // gg
    Named::one(7826, '\u{22d9}'), // ggg
    Named::one(7831, '\u{2137}'), // gimel
    Named::one(7835, '\u{453}'), // gjcy
    Named::one(7837, '\u{2277}'), // gl
    Named::one(7840, '\u{2a92}'), // glE
    Named::one(7843, '\u{2aa5}'), // gla
    Named::one(7846, '\u{2aa4}'), // glj
    Named::one(7849, '\u{2269}'), // gnE
    Named::one(7853, '\u{2a8a}'), // gnap
    Named::one(7861, '\u{2a8a}'), // gnapprox
    Named::one(7864, '\u{2a88}'), // gne
    Named::one(7868, '\u{2a88}'), // gneq
    Named::one(7873, '\u{2269}'), // gneqq
    Named::one(7878, '\u{22e7}'), // gnsim
    Named::one(7882, '\u{1d558}'), // gopf
    Named::one(7887, '\u{60}'), // grave
    Named::one(7891, '\u{210a}'), // gscr
    Named::one(7895, '\u{2273}'), // gsim
    Named::one(7900, '\u{2a8e}'), // gsime
    Named::one(7905, '\u{2a90}'), // gsiml
    Named::legacy(7907, '\u{3e}'), // gt
    Named::one(7911, '\u{2aa7}'), // gtcc
    Named::one(7916, '\u{2a7a}'), // gtcir
    Named::one(7921, '\u{22d7}'), // gtdot
    Named::one(7927, '\u{2995}'), // gtlPar
    Named::one(7934, '\u{2a7c}'), // gtquest
    Named::one(7943, '\u{2a86}'), // gtrapprox
    Named::one(7949, '\u{2978}'), // gtrarr
    Named::one(7955, '\u{22d7}'), // gtrdot
    Named::one(7964, '\u{22db}'), // gtreqless
    Named::one(7974, '\u{2a8c}'), // gtreqqless
    Named::one(7981, '\u{2277}'), // gtrless
    Named::one(7987, '\u{2273}'), // gtrsim
    Named::two(7996, '\u{2269}', '\u{fe00}'), // gvertneqq
    Named::two(8000, '\u{2269}', '\u{fe00}'), // gvnE
    Named::one(8004, '\u{21d4}'), // hArr
    Named::one(8010, '\u{200a}'), // hairsp
    Named::one(8014, '\u{bd}'), // half
    Named::one(8020, '\u{210b}'), // hamilt
    Named::one(8026, '\u{44a}'), // hardcy
    Named::one(8030, '\u{2194}'), // harr
    Named::one(8037, '\u{2948}'), // harrcir
    Named::one(8042, '\u{21ad}'), // harrw
    Named::one(8046, '\u{210f}'), // hbar
    Named::one(8051, '\u{125}'), // hcirc
    Named::one(8057, '\u{2665}'), // hearts
    Named::one(8066, '\u{2665}'), // heartsuit
    Named::one(8072, '\u{2026}'), // hellip
    Named::one(8078, '\u{22b9}'), // hercon
    Named::one(8081, '\u{1d525}'), // hfr
    Named::one(8089, '\u{2925}'), // hksearow
    Named::one(8097, '\u{2926}'), // hkswarow
    Named::one(8102, '\u{21ff}'), // hoarr
    Named::one(8108, '\u{223b}'), // homtht
    Named::one(8121, '\u{21a9}'), // hookleftarrow
    Named::one(8135, '\u{21aa}'), // hookrightarrow
    Named::one(8139, '\u{1d559}'), // hopf
    Named::one(8145, '\u{2015}'), // horbar
    Named::one(8149, '\u{1d4bd}'), // hscr
    Named::one(8155, '\u{210f}'), // hslash
    Named::one(8161, '\u{127}'), // hstrok
    Named::one(8167, '\u{2043}'), // hybull
    Named::one(8173, '\u{2010}'), // hyphen
    Named::legacy(8179, '\u{ed}'), // iacute
    Named::one(8181, '\u{2063}'), // ic
    Named::legacy(8186, '\u{ee}'), // icirc
    Named::one(8189, '\u{438}'), // icy
    Named::one(8193, '\u{435}'), // iecy
    Named::legacy(8198, '\u{a1}'), // iexcl
    Named::one(8201, '\u{21d4}'), // iff
    Named::one(8204, '\u{1d526}'), // ifr
    Named::legacy(8210, '\u{ec}'), // igrave
    Named::one(8212, '\u{2148}'), // ii
    Named::one(8218, '\u{2a0c}'), // iiiint
    Named::one(8223, '\u{222d}'), // iiint
    Named::one(8229, '\u{29dc}'), // iinfin
    Named::one(8234, '\u{2129}'), // iiota
    Named::one(8239, '\u{133}'), // ijlig
    Named::one(8244, '\u{12b}'), // imacr
    Named::one(8249, '\u{2111}'), // image
    Named::one(8257, '\u{2110}'), // imagline
    Named::one(8265, '\u{2111}'), // imagpart
    Named::one(8270, '\u{131}'), // imath
    Named::one(8274, '\u{22b7}'), // imof
    Named::one(8279, '\u{1b5}'), // imped
    Named::one(8281, '\u{2208}'), // in
    Named::one(8287, '\u{2105}'), // incare
    Named::one(8292, '\u{221e}'), // infin
    Named::one(8300, '\u{29dd}'), // infintie
    Named::one(8306, '\u{131}'), // inodot
    Named::one(8309, '\u{222b}'), // int
    Named::one(8315, '\u{22ba}'), // intcal
    Named::one(8323, '\u{2124}'), // integers
    Named::one(8331, '\u{22ba}'), // intercal
    Named::one(8339, '\u{2a17}'), // intlarhk
    Named::one(8346, '\u{2a3c}'), // intprod
    Named::one(8350, '\u{451}'), // iocy
    Named::one(8355, '\u{12f}'), // iogon
    Named::one(8359, '\u{1d55a}'), // iopf
    Named::one(8363, '\u{3b9}'), // iota
    Named::one(8368, '\u{2a3c}'), // iprod
    Named::legacy(8374, '\u{bf}'), // iquest
    Named::one(8378, '\u{1d4be}'), // iscr
    Named::one(8382, '\u{2208}'), // isin
    Named::one(8387, '\u{22f9}'), // isinE
    Named::one(8394, '\u{22f5}'), // isindot
    Named::one(8399, '\u{22f4}'), // isins
    Named::one(8405, '\u{22f3}'), // isinsv
    Named::one(8410, '\u{2208}'), // isinv
    Named::one(8412, '\u{2062}'), // it
    Named::one(8418, '\u{129}'), // itilde
    Named::one(8423, '\u{456}'), // iukcy
    Named::legacy(8427, '\u{ef}'), // iuml
    Named::one(8432, '\u{135}'), // jcirc
    Named::one(8435, '\u{439}'), // jcy
    Named::one(8438, '\u{1d527}'), // jfr
    Named::one(8443, '\u{237}'), // jmath
    Named::one(8447, '\u{1d55b}'), // jopf
    Named::one(8451, '\u{1d4bf}'), // jscr
    Named::one(8457, '\u{458}'), // jsercy
    Named::one(8462, '\u{454}'), // jukcy
    Named::one(8467, '\u{3ba}'), // kappa
    Named::one(8473, '\u{3f0}'), // kappav
    Named::one(8479, '\u{137}'), // kcedil
    Named::one(8482, '\u{43a}'), // kcy
    Named::one(8485, '\u{1d528}'), // kfr
    Named::one(8491, '\u{138}'), // kgreen
    Named::one(8495, '\u{445}'), // khcy
    Named::one(8499, '\u{45c}'), // kjcy
    Named::one(8503, '\u{1d55c}'), // kopf
    Named::one(8507, '\u{1d4c0}'), // kscr
    Named::one(8512, '\u{21da}'), // lAarr
    Named::one(8516, '\u{21d0}'), // lArr
    Named::one(8522, '\u{291b}'), // lAtail
    Named::one(8527, '\u{290e}'), // lBarr
    Named::one(8529, '\u{2266}'), // lE
    Named::one(8532, '\u{2a8b}'), // lEg
    Named::one(8536, '\u{2962}'), // lHar
    Named::one(8542, '\u{13a}'), // lacute
    Named::one(8550, '\u{29b4}'), // laemptyv
    Named::one(8556, '\u{2112}'), // lagran
    Named::one(8562, '\u{3bb}'), // lambda
    Named::one(8566, '\u{27e8}'), // lang
    Named::one(8571, '\u{2991}'), // langd
    Named::one(8577, '\u{27e8}'), // langle
    Named::one(8580, '\u{2a85}'), // lap
    Named::legacy(8585, '\u{ab}'), // laquo
    Named::one(8589, '\u{2190}'), // larr
    Named::one(8594, '\u{21e4}'), // larrb
    Named::one(8601, '\u{291f}'), // larrbfs
    Named::one(8607, '\u{291d}'), // larrfs
    Named::one(8613, '\u{21a9}'), // larrhk
    Named::one(8619, '\u{21ab}'), // larrlp
    Named::one(8625, '\u{2939}'), // larrpl
    Named::one(8632, '\u{2973}'), // larrsim
    Named::one(8638, '\u{21a2}'), // larrtl
    Named::one(8641, '\u{2aab}'), // lat
    Named::one(8647, '\u{2919}'), // latail
    Named::one(8651, '\u{2aad}'), // late
    Named::two(8656, '\u{2aad}', '\u{fe00}'), // lates
    Named::one(8661, '\u{290c}'), // lbarr
    Named::one(8666, '\u{2772}'), // lbbrk
    Named::one(8672, '\u{7b}'), // lbrace
    Named::one(8678, '\u{5b}'), // lbrack
    Named::one(8683, '\u{298b}'), // lbrke
    Named::one(8690, '\u{298f}'), // lbrksld
    Named::one(8697, '\u{298d}'), // lbrkslu
    Named::one(8703, '\u{13e}'), // lcaron
    Named::one(8709, '\u{13c}'), // lcedil
    Named::one(8714, '\u{2308}'), // lceil
    Named::one(8718, '\u{7b}'), // lcub
    Named::one(8721, '\u{43b}'), // lcy
    Named::one(8725, '\u{2936}'), // ldca
    Named::one(8730, '\u{201c}'), // ldquo
    Named::one(8736, '\u{201e}'), // ldquor
    Named::one(8743, '\u{2967}'), // ldrdhar
    Named::one(8751, '\u{294b}'), // ldrushar
    Named::one(8755, '\u{21b2}'), // ldsh
    Named::one(8757, '\u{2264}'), // le
    Named::one(8766, '\u{2190}'), // leftarrow
    Named::one(8779, '\u{21a2}'), // leftarrowtail
    Named::one(8794, '\u{21bd}'), // leftharpoondown
    Named::one(8807, '\u{21bc}'), // leftharpoonup
    Named::one(8821, '\u{21c7}'), // leftleftarrows
    Named::one(8835, '\u{2194}'), // leftrightarrow
    Named::one(8850, '\u{21c6}'), // leftrightarrows
    Named::one(8867, '\u{21cb}'), // leftrightharpoons
    Named::one(8886, '\u{21ad}'), // leftrightsquigarrow
    Named::one(8900, '\u{22cb}'), // leftthreetimes
    Named::one(8903, '\u{22da}'), // leg
    Named::one(8906, '\u{2264}'), // leq
    Named::one(8910, '\u{2266}'), // leqq
    Named::one(8918, '\u{2a7d}'), // leqslant
    Named::one(8921, '\u{2a7d}'), // les
    Named::one(8926, '\u{2aa8}'), // lescc
    Named::one(8932, '\u{2a7f}'), // lesdot
    Named::one(8939, '\u{2a81}'), // lesdoto
    Named::one(8947, '\u{2a83}'), // lesdotor
    Named::two(8951, '\u{22da}', '\u{fe00}'), // lesg
    Named::one(8957, '\u{2a93}'), // lesges
    Named::one(8967, '\u{2a85}'), // lessapprox
    Named::one(8974, '\u{22d6}'), // lessdot
    Named::one(8983, '\u{22da}'), // lesseqgtr
    Named::one(8993, '\u{2a8b}'), // lesseqqgtr
    Named::one(9000, '\u{2276}'), // lessgtr
    Named::one(9007, '\u{2272}'), // lesssim
    Named::one(9013, '\u{297c}'), // lfisht
    Named::one(9019, '\u{230a}'), // lfloor
    Named::one(9022, '\u{1d529}'), // lfr
    Named::one(9024, '\u{2276}'), // lg
    Named::one(9027, '\u{2a91}'), // lgE
    Named::one(9032, '\u{21bd}'), // lhard
    Named::one(9037, '\u{21bc}'), // lharu
    Named::one(9043, '\u{296a}'), // lharul
    Named::one(9048, '\u{2584}'), // lhblk
    Named::one(9052, '\u{459}'), // ljcy
    Named::one(9054, '\u{226a}'), // ll
    Named::one(9059, '\u{21c7}'), // llarr
    Named::one(9067, '\u{231e}'), // llcorner
    Named::one(9073, '\u{296b}'), // llhard
    Named::one(9078, '\u{25fa}'), // lltri
    Named::one(9084, '\u{140}'), // lmidot
    Named::one(9090, '\u{23b0}'), // lmoust
    Named::one(9100, '\u{23b0}'), // lmoustache
    Named::one(9103, '\u{2268}'), // lnE
    Named::one(9107, '\u{2a89}'), // lnap
    Named::one(9115, '\u{2a89}'), // lnapprox
    Named::one(9118, '\u{2a87}'), // lne
    Named::one(9122, '\u{2a87}'), // lneq
    Named::one(9127, '\u{2268}'), // lneqq
    Named::one(9132, '\u{22e6}'), // lnsim
    Named::one(9137, '\u{27ec}'), // loang
    Named::one(9142, '\u{21fd}'), // loarr
    Named::one(9147, '\u{27e6}'), // lobrk
    Named::one(9160, '\u{27f5}'), // longleftarrow
    Named::one(9178, '\u{27f7}'), // longleftrightarrow
    Named::one(9188, '\u{27fc}'), // longmapsto
    Named::one(9202, '\u{27f6}'), // longrightarrow
    Named::one(9215, '\u{21ab}'), // looparrowleft
    Named::one(9229, '\u{21ac}'), // looparrowright
    Named::one(9234, '\u{2985}'), // lopar
    Named::one(9238, '\u{1d55d}'), // lopf
    Named::one(9244, '\u{2a2d}'), // loplus
    Named::one(9251, '\u{2a34}'), // lotimes
    Named::one(9257, '\u{2217}'), // lowast
    Named::one(9263, '\u{5f}'), // lowbar
    Named::one(9266, '\u{25ca}'), // loz
    Named::one(9273, '\u{25ca}'), // lozenge
    Named::one(9277, '\u{29eb}'), // lozf
    Named::one(9281, '\u{28}'), // lpar
    Named::one(9287, '\u{2993}'), // lparlt
    Named::one(9292, '\u{21c6}'), // lrarr
    Named::one(9300, '\u{231f}'), // lrcorner
    Named::one(9305, '\u{21cb}'), // lrhar
    Named::one(9311, '\u{296d}'), // lrhard
    Named::one(9314, '\u{200e}'), // lrm
    Named::one(9319, '\u{22bf}'), // lrtri
    Named::one(9325, '\u{2039}'), // lsaquo
    Named::one(9329, '\u{1d4c1}'), // lscr
    Named::one(9332, '\u{21b0}'), // lsh
    Named::one(9336, '\u{2272}'), // lsim
    Named::one(9341, '\u{2a8d}'), // lsime
    Named::one(9346, '\u{2a8f}'), // lsimg
    Named::one(9350, '\u{5b}'), // lsqb
    Named::one(9355, '\u{2018}'), // lsquo
    Named::one(9361, '\u{201a}'), // lsquor
    Named::one(9367, '\u{142}'), // lstrok
    Named::legacy(9369, '\u{3c}'), // lt
    Named::one(9373, '\u{2aa6}'), // ltcc
    Named::one(9378, '\u{2a79}'), // ltcir
    Named::one(9383, '\u{22d6}'), // ltdot
    Named::one(9389, '\u{22cb}'), // lthree
    Named::one(9395, '\u{22c9}'), // ltimes
    Named::one(9401, '\u{2976}'), // ltlarr
    Named::one(9408, '\u{2a7b}'), // ltquest
    Named::one(9414, '\u{2996}'), // ltrPar
    Named::one(9418, '\u{25c3}'), // ltri
    Named::one(9423, '\u{22b4}'), // ltrie
    Named::one(9428, '\u{25c2}'), // ltrif
    Named::one(9436, '\u{294a}'), // lurdshar
    Named::one(9443, '\u{2966}'), // luruhar
    Named::two(9452, '\u{2268}', '\u{fe00}'), // lvertneqq
    Named::two(9456, '\u{2268}', '\u{fe00}'), // lvnE
    Named::one(9461, '\u{223a}'), // mDDot
    Named::legacy(9465, '\u{af}'), // macr
    Named::one(9469, '\u{2642}'), // male
    Named::one(9473, '\u{2720}'), // malt
    Named::one(9480, '\u{2720}'), // maltese
    Named::one(9483, '\u{21a6}'), // map
    Named::one(9489, '\u{21a6}'), // mapsto
    Named::one(9499, '\u{21a7}'), // mapstodown
    Named::one(9509, '\u{21a4}'), // mapstoleft
    Named::one(9517, '\u{21a5}'), // mapstoup
    Named::one(9523, '\u{25ae}'), // marker
    Named::one(9529, '\u{2a29}'), // mcomma
    Named::one(9532, '\u{43c}'), // mcy
    Named::one(9537, '\u{2014}'), // mdash
    Named::one(9550, '\u{2221}'), // measuredangle
    Named::one(9553, '\u{1d52a}'), // mfr
    Named::one(9556, '\u{2127}'), // mho
    Named::legacy(9561, '\u{b5}'), // micro
    Named::one(9564, '\u{2223}'), // mid
    Named::one(9570, '\u{2a}'), // midast
    Named::one(9576, '\u{2af0}'), // midcir
    Named::legacy(9582, '\u{b7}'), // middot
    Named::one(9587, '\u{2212}'), // minus
    Named::one(9593, '\u{229f}'), // minusb
    Named::one(9599, '\u{2238}'), // minusd
    Named::one(9606, '\u{2a2a}'), // minusdu
    Named::one(9610, '\u{2adb}'), // mlcp
    Named::one(9614, '\u{2026}'), // mldr
    Named::one(9620, '\u{2213}'), // mnplus
    Named::one(9626, '\u{22a7}'), // models
    Named::one(9630, '\u{1d55e}'), // mopf
    Named::one(9632, '\u{2213}'), // mp
    Named::one(9636, '\u{1d4c2}'), // mscr
    Named::one(9642, '\u{223e}'), // mstpos
    Named::one(9644, '\u{3bc}'), // mu
    Named::one(9652, '\u{22b8}'), // multimap
    Named::one(9657, '\u{22b8}'), // mumap
    Named::two(9660, '\u{22d9}', '\u{338}'), // nGg
    Named::two(9663, '\u{226b}', '\u{20d2}'), // nGt
    Named::two(9667, '\u{226b}', '\u{338}'), // nGtv
    Named::one(9677, '\u{21cd}'), // nLeftarrow
    Named::one(9692, '\u{21ce}'), // nLeftrightarrow
    Named::two(9695, '\u{22d8}', '\u{338}'), // nLl
    Named::two(9698, '\u{226a}', '\u{20d2}'), // nLt
    Named::two(9702, '\u{226a}', '\u{338}'), // nLtv
    Named::one(9713, '\u{21cf}'), // nRightarrow
    Named::one(9719, '\u{22af}'), // nVDash
    Named::one(9725, '\u{22ae}'), // nVdash
    Named::one(9730, '\u{2207}'), // nabla
    Named::one(9736, '\u{144}'), // nacute
    Named::two(9740, '\u{2220}', '\u{20d2}'), // nang
    Named::one(9743, '\u{2249}'), // nap
    Named::two(9747, '\u{2a70}', '\u{338}'), // napE
    Named::two(9752, '\u{224b}', '\u{338}'), // napid
    Named::one(9757, '\u{149}'), // napos
    Named::one(9764, '\u{2249}'), // napprox
    Named::one(9769, '\u{266e}'), // natur
    Named::one(9776, '\u{266e}'), // natural
    Named::one(9784, '\u{2115}'), // naturals
    Named::legacy(9788, '\u{a0}'), // nbsp
    Named::two(9793, '\u{224e}', '\u{338}'), // nbump
    Named::two(9799, '\u{224f}', '\u{338}'), // nbumpe
    Named::one(9803, '\u{2a43}'), // ncap
    Named::one(9809, '\u{148}'), // ncaron
    Named::one(9815, '\u{146}'), // ncedil
    Named::one(9820, '\u{2247}'), // ncong
    Named::two(9828, '\u{2a6d}', '\u{338}'), // ncongdot
    Named::one(9832, '\u{2a42}'), // ncup
    Named::one(9835, '\u{43d}'), // ncy
    Named::one(9840, '\u{2013}'), // ndash
    Named::one(9842, '\u{2260}'), // ne
    Named::one(9847, '\u{21d7}'), // neArr
    Named::one(9853, '\u{2924}'), // nearhk
    Named::one(9858, '\u{2197}'), // nearr
    Named::one(9865, '\u{2197}'), // nearrow
    Named::two(9870, '\u{2250}', '\u{338}'), // nedot
    Named::one(9876, '\u{2262}'), // nequiv
    Named::one(9882, '\u{2928}'), // nesear
    Named::two(9887, '\u{2242}', '\u{338}'), // nesim
    Named::one(9893, '\u{2204}'), // nexist
    Named::one(9900, '\u{2204}'), // nexists
    Named::one(9903, '\u{1d52b}'), // nfr
    Named::two(9906, '\u{2267}', '\u{338}'), // ngE
    Named::one(9909, '\u{2271}'), // nge
    Named::one(9913, '\u{2271}'), // ngeq
    Named::two(9918, '\u{2267}', '\u{338}'), // ngeqq
    Named::two(9927, '\u{2a7e}', '\u{338}'), // ngeqslant
    Named::two(9931, '\u{2a7e}', '\u{338}'), // nges
    Named::one(9936, '\u{2275}'), // ngsim
    Named::one(9939, '\u{226f}'), // ngt
    Named::one(9943, '\u{226f}'), // ngtr
    Named::one(9948, '\u{21ce}'), // nhArr
    Named::one(9953, '\u{21ae}'), // nharr
    Named::one(9958, '\u{2af2}'), // nhpar
    Named::one(9960, '\u{220b}'), // ni
    Named::one(9963, '\u{22fc}'), // nis
    Named::one(9967, '\u{22fa}'), // nisd
    Named::one(9970, '\u{220b}'), // niv
    Named::one(9974, '\u{45a}'), // njcy
    Named::one(9979, '\u{21cd}'), // nlArr
    Named::two(9982, '\u{2266}', '\u{338}'), // nlE
    Named::one(9987, '\u{219a}'), // nlarr
    Named::one(9991, '\u{2025}'), // nldr
    Named::one(9994, '\u{2270}'), // nle
    Named::one(10004, '\u{219a}'), // nleftarrow
    Named::one(10019, '\u{21ae}'), // nleftrightarrow
    Named::one(10023, '\u{2270}'), // nleq
    Named::two(10028, '\u{2266}', '\u{338}'), // nleqq
    Named::two(10037, '\u{2a7d}', '\u{338}'), // nleqslant
    Named::two(10041, '\u{2a7d}', '\u{338}'), // nles
    Named::one(10046, '\u{226e}'), // nless
    Named::one(10051, '\u{2274}'), // nlsim
    Named::one(10054, '\u{226e}'), // nlt
    Named::one(10059, '\u{22ea}'), // nltri
    Named::one(10065, '\u{22ec}'), // nltrie
    Named::one(10069, '\u{2224}'), // nmid
    Named::one(10073, '\u{1d55f}'), // nopf
    Named::legacy(10076, '\u{ac}'), // not
    Named::one(10081, '\u{2209}'), // notin
    Named::two(10087, '\u{22f9}', '\u{338}'), // notinE
    Named::two(10095, '\u{22f5}', '\u{338}'), // notindot
    Named::one(10102, '\u{2209}'), // notinva
    Named::one(10109, '\u{22f7}'), // notinvb
    Named::one(10116, '\u{22f6}'), // notinvc
    Named::one(10121, '\u{220c}'), // notni
    Named::one(10128, '\u{220c}'), // notniva
    Named::one(10135, '\u{22fe}'), // notnivb
    Named::one(10142, '\u{22fd}'), // notnivc
    Named::one(10146, '\u{2226}'), // npar
    Named::one(10155, '\u{2226}'), // nparallel
    Named::two(10161, '\u{2afd}', '\u{20e5}'), // nparsl
    Named::two(10166, '\u{2202}', '\u{338}'), // npart
    Named::one(10173, '\u{2a14}'), // npolint
    Named::one(10176, '\u{2280}'), // npr
    Named::one(10182, '\u{22e0}'), // nprcue
    Named::two(10186, '\u{2aaf}', '\u{338}'), // npre
    Named::one(10191, '\u{2280}'), // nprec
    Named::two(10198, '\u{2aaf}', '\u{338}'), // npreceq
    Named::one(10203, '\u{21cf}'), // nrArr
    Named::one(10208, '\u{219b}'), // nrarr
    Named::two(10214, '\u{2933}', '\u{338}'), // nrarrc
    Named::two(10220, '\u{219d}', '\u{338}'), // nrarrw
    Named::one(10231, '\u{219b}'), // nrightarrow
    Named::one(10236, '\u{22eb}'), // nrtri
    Named::one(10242, '\u{22ed}'), // nrtrie
    Named::one(10245, '\u{2281}'), // nsc
    Named::one(10251, '\u{22e1}'), // nsccue
    Named::two(10255, '\u{2ab0}', '\u{338}'), // nsce
    Named::one(10259, '\u{1d4c3}'), // nscr
    Named::one(10268, '\u{2224}'), // nshortmid
    Named::one(10282, '\u{2226}'), // nshortparallel
    Named::one(10286, '\u{2241}'), // nsim
    Named::one(10291, '\u{2244}'), // nsime
    Named::one(10297, '\u{2244}'), // nsimeq
    Named::one(10302, '\u{2224}'), // nsmid
    Named::one(10307, '\u{2226}'), // nspar
    Named::one(10314, '\u{22e2}'), // nsqsube
    Named::one(10321, '\u{22e3}'), // nsqsupe
    Named::one(10325, '\u{2284}'), // nsub
    Named::two(10330, '\u{2ac5}', '\u{338}'), // nsubE
    Named::one(10335, '\u{2288}'), // nsube
    Named::two(10342, '\u{2282}', '\u{20d2}'), // nsubset
    Named::one(10351, '\u{2288}'), // nsubseteq
    Named::two(10361, '\u{2ac5}', '\u{338}'), // nsubseteqq
    Named::one(10366, '\u{2281}'), // nsucc
    Named::two(10373, '\u{2ab0}', '\u{338}'), // nsucceq
    Named::one(10377, '\u{2285}'), // nsup
    Named::two(10382, '\u{2ac6}', '\u{338}'), // nsupE
    Named::one(10387, '\u{2289}'), // nsupe
    Named::two(10394, '\u{2283}', '\u{20d2}'), // nsupset
    Named::one(10403, '\u{2289}'), // nsupseteq
    Named::two(10413, '\u{2ac6}', '\u{338}'), // nsupseteqq
    Named::one(10417, '\u{2279}'), // ntgl
    Named::legacy(10423, '\u{f1}'), // ntilde
    Named::one(10427, '\u{2278}'), // ntlg
    Named::one(10440, '\u{22ea}'), // ntriangleleft
    Named::one(10455, '\u{22ec}'), // ntrianglelefteq
    Named::one(10469, '\u{22eb}'), // ntriangleright
    Named::one(10485, '\u{22ed}'), // ntrianglerighteq
    Named::one(10487, '\u{3bd}'), // nu
    Named::one(10490, '\u{23}'), // num
    Named::one(10496, '\u{2116}'), // numero
    Named::one(10501, '\u{2007}'), // numsp
    Named::one(10507, '\u{22ad}'), // nvDash
    Named::one(10513, '\u{2904}'), // nvHarr
    Named::two(10517, '\u{224d}', '\u{20d2}'), // nvap
    Named::one(10523, '\u{22ac}'), // nvdash
    Named::two(10527, '\u{2265}', '\u{20d2}'), // nvge
    Named::two(10531, '\u{3e}', '\u{20d2}'), // nvgt
    Named::one(10538, '\u{29de}'), // nvinfin
    Named::one(10544, '\u{2902}'), // nvlArr
    Named::two(10548, '\u{2264}', '\u{20d2}'), // nvle
    Named::two(10552, '\u{3c}', '\u{20d2}'), // nvlt
    Named::two(10559, '\u{22b4}', '\u{20d2}'), // nvltrie
    Named::one(10565, '\u{2903}'), // nvrArr
    Named::two(10572, '\u{22b5}', '\u{20d2}'), // nvrtrie
    Named::two(10577, '\u{223c}', '\u{20d2}'), // nvsim
    Named::one(10582, '\u{21d6}'), // nwArr
    Named::one(10588, '\u{2923}'), // nwarhk
    Named::one(10593, '\u{2196}'), // nwarr
    Named::one(10600, '\u{2196}'), // nwarrow
    Named::one(10606, '\u{2927}'), // nwnear
    Named::one(10608, '\u{24c8}'), // oS
    Named::legacy(10614, '\u{f3}'), // oacute
    Named::one(10618, '\u{229b}'), // oast
    Named::one(10622, '\u{229a}'), // ocir
    Named::legacy(10627, '\u{f4}'), // ocirc
    Named::one(10630, '\u{43e}'), // ocy
    Named::one(10635, '\u{229d}'), // odash
    Named::one(10641, '\u{151}'), // odblac
    Named::one(10645, '\u{2a38}'), // odiv
    Named::one(10649, '\u{2299}'), // odot
    Named::one(10655, '\u{29bc}'), // odsold
    Named::one(10660, '\u{153}'), // oelig
    Named::one(10665, '\u{29bf}'), // ofcir
    Named::one(10668, '\u{1d52c}'), // ofr
    Named::one(10672, '\u{2db}'), // ogon
    Named::legacy(10678, '\u{f2}'), // ograve
    Named::one(10681, '\u{29c1}'), // ogt
    Named::one(10686, '\u{29b5}'), // ohbar
    Named::one(10689, '\u{3a9}'), // ohm
    Named::one(10693, '\u{222e}'), // oint
    Named::one(10698, '\u{21ba}'), // olarr
    Named::one(10703, '\u{29be}'), // olcir
    Named::one(10710, '\u{29bb}'), // olcross
    Named::one(10715, '\u{203e}'), // oline
    Named::one(10718, '\u{29c0}'), // olt
    Named::one(10723, '\u{14d}'), // omacr
    Named::one(10728, '\u{3c9}'), // omega
    Named::one(10735, '\u{3bf}'), // omicron
    Named::one(10739, '\u{29b6}'), // omid
    Named::one(10745, '\u{2296}'), // ominus
    Named::one(10749, '\u{1d560}'), // oopf
    Named::one(10753, '\u{29b7}'), // opar
    Named::one(10758, '\u{29b9}'), // operp
    Named::one(10763, '\u{2295}'), // oplus
    Named::one(10765, '\u{2228}'), // or
    Named::one(10770, '\u{21bb}'), // orarr
    Named::one(10773, '\u{2a5d}'), // ord
    Named::one(10778, '\u{2134}'), // order
    Named::one(10785, '\u{2134}'), // orderof
    Named::legacy(10789, '\u{aa}'), // ordf
    Named::legacy(10793, '\u{ba}'), // ordm
    Named::one(10799, '\u{22b6}'), // origof
    Named::one(10803, '\u{2a56}'), // oror
    Named::one(10810, '\u{2a57}'), // orslope
    Named::one(10813, '\u{2a5b}'), // orv
    Named::one(10817, '\u{2134}'), // oscr
    Named::legacy(10823, '\u{f8}'), // oslash
    Named::one(10827, '\u{2298}'), // osol
    Named::legacy(10833, '\u{f5}'), // otilde
    Named::one(10839, '\u{2297}'), // otimes
    Named::one(10847, '\u{2a36}'), // otimesas
    Named::legacy(10851, '\u{f6}'), // ouml
    Named::one(10856, '\u{233d}'), // ovbar
    Named::one(10859, '\u{2225}'), // par
    Named::legacy(10863, '\u{b6}'), // para
    Named::one(10871, '\u{2225}'), // parallel
    Named::one(10877, '\u{2af3}'), // parsim
    Named::one(10882, '\u{2afd}'), // parsl
    Named::one(10886, '\u{2202}'), // part
    Named::one(10889, '\u{43f}'), // pcy
    Named::one(10895, '\u{25}'), // percnt
    Named::one(10901, '\u{2e}'), // period
    Named::one(10907, '\u{2030}'), // permil
    Named::one(10911, '\u{22a5}'), // perp
    Named::one(10918, '\u{2031}'), // pertenk
    Named::one(10921, '\u{1d52d}'), // pfr
    Named::one(10924, '\u{3c6}'), // phi
    Named::one(10928, '\u{3d5}'), // phiv
    Named::one(10934, '\u{2133}'), // phmmat
    Named::one(10939, '\u{260e}'), // phone
    Named::one(10941, '\u{3c0}'), // pi
    Named::one(10950, '\u{22d4}'), // pitchfork
    Named::one(10953, '\u{3d6}'), // piv
    Named::one(10959, '\u{210f}'), // planck
    Named::one(10966, '\u{210e}'), // planckh
    Named::one(10972, '\u{210f}'), // plankv
    Named::one(10976, '\u{2b}'), // plus
    Named::one(10984, '\u{2a23}'), // plusacir
    Named::one(10989, '\u{229e}'), // plusb
    Named::one(10996, '\u{2a22}'), // pluscir
    Named::one(11002, '\u{2214}'), // plusdo
    Named::one(11008, '\u{2a25}'), // plusdu
    Named::one(11013, '\u{2a72}'), // pluse
    Named::legacy(11019, '\u{b1}'), // plusmn
    Named::one(11026, '\u{2a26}'), // plussim
    Named::one(11033, '\u{2a27}'), // plustwo
    Named::one(11035, '\u{b1}'), // pm
    Named::one(11043, '\u{2a15}'), // pointint
    Named::one(11047, '\u{1d561}'), // popf
    Named::legacy(11052, '\u{a3}'), // pound
    Named::one(11054, '\u{227a}'), // pr
    Named::one(11057, '\u{2ab3}'), // prE
    Named::one(11061, '\u{2ab7}'), // prap
    Named::one(11066, '\u{227c}'), // prcue
    Named::one(11069, '\u{2aaf}'), // pre
    Named::one(11073, '\u{227a}'), // prec
    Named::one(11083, '\u{2ab7}'), // precapprox
    Named::one(11094, '\u{227c}'), // preccurlyeq
    Named::one(11100, '\u{2aaf}'), // preceq
    Named::one(11111, '\u{2ab9}'), // precnapprox
    Named::one(11119, '\u{2ab5}'), // precneqq
    Named::one(11127, '\u{22e8}'), // precnsim
    Named::one(11134, '\u{227e}'), // precsim
    Named::one(11139, '\u{2032}'), // prime
    Named::one(11145, '\u{2119}'), // primes
    Named::one(11149, '\u{2ab5}'), // prnE
    Named::one(11154, '\u{2ab9}'), // prnap
    Named::one(11160, '\u{22e8}'), // prnsim
    Named::one(11164, '\u{220f}'), // prod
    Named::one(11172, '\u{232e}'), // profalar
    Named::one(11180, '\u{2312}'), // profline
    Named::one(11188, '\u{2313}'), // profsurf
    Named::one(11192, '\u{221d}'), // prop
    Named::one(11198, '\u{221d}'), // propto
    Named::one(11203, '\u{227e}'), // prsim
    Named::one(11209, '\u{22b0}'), // prurel
    Named::one(11213, '\u{1d4c5}'), // pscr
    Named::one(11216, '\u{3c8}'), // psi
    Named::one(11222, '\u{2008}'), // puncsp
    Named::one(11225, '\u{1d52e}'), // qfr
    Named::one(11229, '\u{2a0c}'), // qint
    Named::one(11233, '\u{1d562}'), // qopf
    Named::one(11239, '\u{2057}'), // qprime
    Named::one(11243, '\u{1d4c6}'), // qscr
    Named::one(11254, '\u{210d}'), // quaternions
    Named::one(11261, '\u{2a16}'), // quatint
    Named::one(11266, '\u{3f}'), // quest
    Named::one(11273, '\u{225f}'), // questeq
    Named::legacy(11277, '\u{22}'), // quot
    Named::one(11282, '\u{21db}'), // rAarr
    Named::one(11286, '\u{21d2}'), // rArr
    Named::one(11292, '\u{291c}'), // rAtail
    Named::one(11297, '\u{290f}'), // rBarr
    Named::one(11301, '\u{2964}'), // rHar
    Named::two(11305, '\u{223d}', '\u{331}'), // race
    Named::one(11311, '\u{155}'), // racute
    Named::one(11316, '\u{221a}'), // radic
    Named::one(11324, '\u{29b3}'), // raemptyv
    Named::one(11328, '\u{27e9}'), // rang
    Named::one(11333, '\u{2992}'), // rangd
    Named::one(11338, '\u{29a5}'), // range
    Named::one(11344, '\u{27e9}'), // rangle
    Named::legacy(11349, '\u{bb}'), // raquo
    Named::one(11353, '\u{2192}'), // rarr
    Named::one(11359, '\u{2975}'), // rarrap
    Named::one(11364, '\u{21e5}'), // rarrb
    Named::one(11371, '\u{2920}'), // rarrbfs
    Named::one(11376, '\u{2933}'), // rarrc
    Named::one(11382, '\u{291e}'), // rarrfs
    Named::one(11388, '\u{21aa}'), // rarrhk
    Named::one(11394, '\u{21ac}'), // rarrlp
    Named::one(11400, '\u{2945}'), // rarrpl
    Named::one(11407, '\u{2974}'), // rarrsim
    Named::one(11413, '\u{21a3}'), // rarrtl
    Named::one(11418, '\u{219d}'), // rarrw
    Named::one(11424, '\u{291a}'), // ratail
    Named::one(11429, '\u{2236}'), // ratio
    Named::one(11438, '\u{211a}'), // rationals
    Named::one(11443, '\u{290d}'), // rbarr
    Named::one(11448, '\u{2773}'), // rbbrk
    Named::one(11454, '\u{7d}'), // rbrace
    Named::one(11460, '\u{5d}'), // rbrack
    Named::one(11465, '\u{298c}'), // rbrke
    Named::one(11472, '\u{298e}'), // rbrksld
    Named::one(11479, '\u{2990}'), // rbrkslu
    Named::one(11485, '\u{159}'), // rcaron
    Named::one(11491, '\u{157}'), // rcedil
    Named::one(11496, '\u{2309}'), // rceil
    Named::one(11500, '\u{7d}'), // rcub
    Named::one(11503, '\u{440}'), // rcy
    Named::one(11507, '\u{2937}'), // rdca
    Named::one(11514, '\u{2969}'), // rdldhar
    Named::one(11519, '\u{201d}'), // rdquo
    Named::one(11525, '\u{201d}'), // rdquor
    Named::one(11529, '\u{21b3}'), // rdsh
    Named::one(11533, '\u{211c}'), // real
    Named::one(11540, '\u{211b}'), // realine
    Named::one(11548, '\u{211c}'), // realpart
    Named::one(11553, '\u{211d}'), // reals
    Named::one(11557, '\u{25ad}'), // rect
    Named::legacy(11560, '\u{ae}'), // reg
    Named::one(11566, '\u{297d}'), // rfisht
    Named::one(11572, '\u{230b}'), // rfloor
    Named::one(11575, '\u{1d52f}'), // rfr
    Named::one(11580, '\u{21c1}'), // rhard
    Named::one(11585, '\u{21c0}'), // rharu
    Named::one(11591, '\u{296c}'), // rharul
    Named::one(11594, '\u{3c1}'), // rho
    Named::one(11598, '\u{3f1}'), // rhov
    Named::one(11608, '\u{2192}'), // rightarrow
    Named::one(11622, '\u{21a3}'), // rightarrowtail
    Named::one(11638, '\u{21c1}'), // rightharpoondown
    Named::one(11652, '\u{21c0}'), // rightharpoonup
    Named::one(11667, '\u{21c4}'), // rightleftarrows
    Named::one(11684, '\u{21cc}'), // rightleftharpoons
    Named::one(11700, '\u{21c9}'), // rightrightarrows
    Named::one(11715, '\u{219d}'), // rightsquigarrow
    Named::one(11730, '\u{22cc}'), // rightthreetimes
    Named::one(11734, '\u{2da}'), // ring
    Named::one(11746, '\u{2253}'), // risingdotseq
    Named::one(11751, '\u{21c4}'), // rlarr
    Named::one(11756, '\u{21cc}'), // rlhar
    Named::one(11759, '\u{200f}'), // rlm
    Named::one(11765, '\u{23b1}'), // rmoust
    Named::one(11775, '\u{23b1}'), // rmoustache
    Named::one(11780, '\u{2aee}'), // rnmid
    Named::one(11785, '\u{27ed}'), // roang
    Named::one(11790, '\u{21fe}'), // roarr
    Named::one(11795, '\u{27e7}'), // robrk
    Named::one(11800, '\u{2986}'), // ropar
    Named::one(11804, '\u{1d563}'), // ropf
    Named::one(11810, '\u{2a2e}'), // roplus
    Named::one(11817, '\u{2a35}'), // rotimes
    Named::one(11821, '\u{29}'), // rpar
    Named::one(11827, '\u{2994}'), // rpargt
    Named::one(11835, '\u{2a12}'), // rppolint
    Named::one(11840, '\u{21c9}'), // rrarr
    Named::one(11846, '\u{203a}'), // rsaquo
    Named::one(11850, '\u{1d4c7}'), // rscr
    Named::one(11853, '\u{21b1}'), // rsh
    Named::one(11857, '\u{5d}'), // rsqb
    Named::one(11862, '\u{2019}'), // rsquo
    Named::one(11868, '\u{2019}'), // rsquor
    Named::one(11874, '\u{22cc}'), // rthree
    Named::one(11880, '\u{22ca}'), // rtimes
    Named::one(11884, '\u{25b9}'), // rtri
    Named::one(11889, '\u{22b5}'), // rtrie
    Named::one(11894, '\u{25b8}'), // rtrif
    Named::one(11902, '\u{29ce}'), // rtriltri
    Named::one(11909, '\u{2968}'), // ruluhar
    Named::one(11911, '\u{211e}'), // rx
    Named::one(11917, '\u{15b}'), // sacute
    Named::one(11922, '\u{201a}'), // sbquo
    Named::one(11924, '\u{227b}'), // sc
    Named::one(11927, '\u{2ab4}'), // scE
    Named::one(11931, '\u{2ab8}'), // scap
    Named::one(11937, '\u{161}'), // scaron
    Named::one(11942, '\u{227d}'), // sccue
    Named::one(11945, '\u{2ab0}'), // sce
    Named::one(11951, '\u{15f}'), // scedil
    Named::one(11956, '\u{15d}'), // scirc
    Named::one(11960, '\u{2ab6}'), // scnE
    Named::one(11965, '\u{2aba}'), // scnap
    Named::one(11971, '\u{22e9}'), // scnsim
    Named::one(11979, '\u{2a13}'), // scpolint
    Named::one(11984, '\u{227f}'), // scsim
    Named::one(11987, '\u{441}'), // scy
    Named::one(11991, '\u{22c5}'), // sdot
    Named::one(11996, '\u{22a1}'), // sdotb
    Named::one(12001, '\u{2a66}'), // sdote
    Named::one(12006, '\u{21d8}'), // seArr
    Named::one(12012, '\u{2925}'), // searhk
    Named::one(12017, '\u{2198}'), // searr
    Named::one(12024, '\u{2198}'), // searrow
    Named::legacy(12028, '\u{a7}'), // sect
    Named::one(12032, '\u{3b}'), // semi
    Named::one(12038, '\u{2929}'), // seswar
    Named::one(12046, '\u{2216}'), // setminus
    Named::one(12051, '\u{2216}'), // setmn
    Named::one(12055, '\u{2736}'), // sext
    Named::one(12058, '\u{1d530}'), // sfr
    Named::one(12064, '\u{2322}'), // sfrown
    Named::one(12069, '\u{266f}'), // sharp
    Named::one(12075, '\u{449}'), // shchcy
    Named::one(12079, '\u{448}'), // shcy
    Named::one(12087, '\u{2223}'), // shortmid
    Named::one(12100, '\u{2225}'), // shortparallel
    Named::legacy(12103, '\u{ad}'), // shy
    Named::one(12108, '\u{3c3}'), // sigma
    Named::one(12114, '\u{3c2}'), // sigmaf
    Named::one(12120, '\u{3c2}'), // sigmav
    Named::one(12123, '\u{223c}'), // sim
    Named::one(12129, '\u{2a6a}'), // simdot
    Named::one(12133, '\u{2243}'), // sime
    Named::one(12138, '\u{2243}'), // simeq
    Named::one(12142, '\u{2a9e}'), // simg
    Named::one(12147, '\u{2aa0}'), // simgE
    Named::one(12151, '\u{2a9d}'), // siml
    Named::one(12156, '\u{2a9f}'), // simlE
    Named::one(12161, '\u{2246}'), // simne
    Named::one(12168, '\u{2a24}'), // simplus
    Named::one(12175, '\u{2972}'), // simrarr
    Named::one(12180, '\u{2190}'), // slarr
    Named::one(12193, '\u{2216}'), // smallsetminus
    Named::one(12199, '\u{2a33}'), // smashp
    Named::one(12207, '\u{29e4}'), // smeparsl
    Named::one(12211, '\u{2223}'), // smid
    Named::one(12216, '\u{2323}'), // smile
    Named::one(12219, '\u{2aaa}'), // smt
    Named::one(12223, '\u{2aac}'), // smte
    Named::two(12228, '\u{2aac}', '\u{fe00}'), // smtes
    Named::one(12234, '\u{44c}'), // softcy
    Named::one(12237, '\u{2f}'), // sol
    Named::one(12241, '\u{29c4}'), // solb
    Named::one(12247, '\u{233f}'), // solbar
    Named::one(12251, '\u{1d564}'), // sopf
    Named::one(12257, '\u{2660}'), // spades
    Named::one(12266, '\u{2660}'), // spadesuit
    Named::one(12270, '\u{2225}'), // spar
    Named::one(12275, '\u{2293}'), // sqcap
    Named::two(12281, '\u{2293}', '\u{fe00}'), // sqcaps
    Named::one(12286, '\u{2294}'), // sqcup
    Named::two(12292, '\u{2294}', '\u{fe00}'), // sqcups
    Named::one(12297, '\u{228f}'), // sqsub
    Named::one(12303, '\u{2291}'), // sqsube
    Named::one(12311, '\u{228f}'), // sqsubset
    Named::one(12321, '\u{2291}'), // sqsubseteq
    Named::one(12326, '\u{2290}'), // sqsup
    Named::one(12332, '\u{2292}'), // sqsupe
    Named::one(12340, '\u{2290}'), // sqsupset
    Named::one(12350, '\u{2292}'), // sqsupseteq
    Named::one(12353, '\u{25a1}'), // squ
    Named::one(12359, '\u{25a1}'), // square
    Named::one(12365, '\u{25aa}'), // squarf
    Named::one(12369, '\u{25aa}'), // squf
    Named::one(12374, '\u{2192}'), // srarr
    Named::one(12378, '\u{1d4c8}'), // sscr
    Named::one(12384, '\u{2216}'), // ssetmn
    Named::one(12390, '\u{2323}'), // ssmile
    Named::one(12396, '\u{22c6}'), // sstarf
    Named::one(12400, '\u{2606}'), // star
    Named::one(12405, '\u{2605}'), // starf
    Named::one(12420, '\u{3f5}'), // straightepsilon
    Named::one(12431, '\u{3d5}'), // straightphi
    Named::one(12436, '\u{af}'), // strns
    Named::one(12439, '\u{2282}'), // sub
    Named::one(12443, '\u{2ac5}'), // subE
    Named::one(12449, '\u{2abd}'), // subdot
    Named::one(12453, '\u{2286}'), // sube
    Named::one(12460, '\u{2ac3}'), // subedot
    Named::one(12467, '\u{2ac1}'), // submult
    Named::one(12472, '\u{2acb}'), // subnE
    Named::one(12477, '\u{228a}'), // subne
    Named::one(12484, '\u{2abf}'), // subplus
    Named::one(12491, '\u{2979}'), // subrarr
    Named::one(12497, '\u{2282}'), // subset
    Named::one(12505, '\u{2286}'), // subseteq
    Named::one(12514, '\u{2ac5}'), // subseteqq
    Named::one(12523, '\u{228a}'), // subsetneq
    Named::one(12533, '\u{2acb}'), // subsetneqq
    Named::one(12539, '\u{2ac7}'), // subsim
    Named::one(12545, '\u{2ad5}'), // subsub
    Named::one(12551, '\u{2ad3}'), // subsup
    Named::one(12555, '\u{227b}'), // succ
    Named::one(12565, '\u{2ab8}'), // succapprox
    Named::one(12576, '\u{227d}'), // succcurlyeq
    Named::one(12582, '\u{2ab0}'), // succeq
    Named::one(12593, '\u{2aba}'), // succnapprox
    Named::one(12601, '\u{2ab6}'), // succneqq
    Named::one(12609, '\u{22e9}'), // succnsim
    Named::one(12616, '\u{227f}'), // succsim
    Named::one(12619, '\u{2211}'), // sum
    Named::one(12623, '\u{266a}'), // sung
    Named::one(12626, '\u{2283}'), // sup
    Named::legacy(12630, '\u{b9}'), // sup1
    Named::legacy(12634, '\u{b2}'), // sup2
    Named::legacy(12638, '\u{b3}'), // sup3
    Named::one(12642, '\u{2ac6}'), // supE
    Named::one(12648, '\u{2abe}'), // supdot
    Named::one(12655, '\u{2ad8}'), // supdsub
    Named::one(12659, '\u{2287}'), // supe
    Named::one(12666, '\u{2ac4}'), // supedot
    Named::one(12673, '\u{27c9}'), // suphsol
    Named::one(12680, '\u{2ad7}'), // suphsub
    Named::one(12687, '\u{297b}'), // suplarr
    Named::one(12694, '\u{2ac2}'), // supmult
    Named::one(12699, '\u{2acc}'), // supnE
    Named::one(12704, '\u{228b}'), // supne
    Named::one(12711, '\u{2ac0}'), // supplus
    Named::one(12717, '\u{2283}'), // supset
    Named::one(12725, '\u{2287}'), // supseteq
    Named::one(12734, '\u{2ac6}'), // supseteqq
    Named::one(12743, '\u{228b}'), // supsetneq
    Named::one(12753, '\u{2acc}'), // supsetneqq
    Named::one(12759, '\u{2ac8}'), // supsim
    Named::one(12765, '\u{2ad4}'), // supsub
    Named::one(12771, '\u{2ad6}'), // supsup
    Named::one(12776, '\u{21d9}'), // swArr
    Named::one(12782, '\u{2926}'), // swarhk
    Named::one(12787, '\u{2199}'), // swarr
    Named::one(12794, '\u{2199}'), // swarrow
    Named::one(12800, '\u{292a}'), // swnwar
    Named::legacy(12805, '\u{df}'), // szlig
    Named::one(12811, '\u{2316}'), // target
    Named::one(12814, '\u{3c4}'), // tau
    Named::one(12818, '\u{23b4}'), // tbrk
    Named::one(12824, '\u{165}'), // tcaron
    Named::one(12830, '\u{163}'), // tcedil
    Named::one(12833, '\u{442}'), // tcy
    Named::one(12837, '\u{20db}'), // tdot
    Named::one(12843, '\u{2315}'), // telrec
    Named::one(12846, '\u{1d531}'), // tfr
    Named::one(12852, '\u{2234}'), // there4
    Named::one(12861, '\u{2234}'), // therefore
    Named::one(12866, '\u{3b8}'), // theta
    Named::one(12874, '\u{3d1}'), // thetasym
    Named::one(12880, '\u{3d1}'), // thetav
    Named::one(12891, '\u{2248}'), // thickapprox
    Named::one(12899, '\u{223c}'), // thicksim
    Named::one(12905, '\u{2009}'), // thinsp
    Named::one(12910, '\u{2248}'), // thkap
    Named::one(12916, '\u{223c}'), // thksim
    Named::legacy(12921, '\u{fe}'), // thorn
    Named::one(12926, '\u{2dc}'), // tilde
    Named::legacy(12931, '\u{d7}'), // times
    Named::one(12937, '\u{22a0}'), // timesb
    Named::one(12945, '\u{2a31}'), // timesbar
    Named::one(12951, '\u{2a30}'), // timesd
    Named::one(12955, '\u{222d}'), // tint
    Named::one(12959, '\u{2928}'), // toea
    Named::one(12962, '\u{22a4}'), // top
    Named::one(12968, '\u{2336}'), // topbot
    Named::one(12974, '\u{2af1}'), // topcir
    Named::one(12978, '\u{1d565}'), // topf
    Named::one(12985, '\u{2ada}'), // topfork
    Named::one(12989, '\u{2929}'), // tosa
    Named::one(12995, '\u{2034}'), // tprime
    Named::one(13000, '\u{2122}'), // trade
    Named::one(13008, '\u{25b5}'), // triangle
    Named::one(13020, '\u{25bf}'), // triangledown
    Named::one(13032, '\u{25c3}'), // triangleleft
    Named::one(13046, '\u{22b4}'), // trianglelefteq
    Named::one(13055, '\u{225c}'), // triangleq
    Named::one(13068, '\u{25b9}'), // triangleright
    Named::one(13083, '\u{22b5}'), // trianglerighteq
    Named::one(13089, '\u{25ec}'), // tridot
    Named::one(13093, '\u{225c}'), // trie
    Named::one(13101, '\u{2a3a}'), // triminus
    Named::one(13108, '\u{2a39}'), // triplus
    Named::one(13113, '\u{29cd}'), // trisb
    Named::one(13120, '\u{2a3b}'), // tritime
    Named::one(13128, '\u{23e2}'), // trpezium
    Named::one(13132, '\u{1d4c9}'), // tscr
    Named::one(13136, '\u{446}'), // tscy
    Named::one(13141, '\u{45b}'), // tshcy
    Named::one(13147, '\u{167}'), // tstrok
    Named::one(13152, '\u{226c}'), // twixt
    Named::one(13168, '\u{219e}'), // twoheadleftarrow
    Named::one(13185, '\u{21a0}'), // twoheadrightarrow
    Named::one(13189, '\u{21d1}'), // uArr
    Named::one(13193, '\u{2963}'), // uHar
    Named::legacy(13199, '\u{fa}'), // uacute
    Named::one(13203, '\u{2191}'), // uarr
    Named::one(13208, '\u{45e}'), // ubrcy
    Named::one(13214, '\u{16d}'), // ubreve
    Named::legacy(13219, '\u{fb}'), // ucirc
    Named::one(13222, '\u{443}'), // ucy
    Named::one(13227, '\u{21c5}'), // udarr
    Named::one(13233, '\u{171}'), // udblac
    Named::one(13238, '\u{296e}'), // udhar
    Named::one(13244, '\u{297e}'), // ufisht
    Named::one(13247, '\u{1d532}'), // ufr
    Named::legacy(13253, '\u{f9}'), // ugrave
    Named::one(13258, '\u{21bf}'), // uharl
    Named::one(13263, '\u{21be}'), // uharr
    Named::one(13268, '\u{2580}'), // uhblk
    Named::one(13274, '\u{231c}'), // ulcorn
    Named::one(13282, '\u{231c}'), // ulcorner
    Named::one(13288, '\u{230f}'), // ulcrop
    Named::one(13293, '\u{25f8}'), // ultri
    Named::one(13298, '\u{16b}'), // umacr
    Named::legacy(13301, '\u{a8}'), // uml
    Named::one(13306, '\u{173}'), // uogon
    Named::one(13310, '\u{1d566}'), // uopf
    Named::one(13317, '\u{2191}'), // uparrow
    Named::one(13328, '\u{2195}'), // updownarrow
    Named::one(13341, '\u{21bf}'), // upharpoonleft
    Named::one(13355, '\u{21be}'), // upharpoonright
    Named::one(13360, '\u{228e}'), // uplus
    Named::one(13364, '\u{3c5}'), // upsi
    Named::one(13369, '\u{3d2}'), // upsih
    Named::one(13376, '\u{3c5}'), // upsilon
    Named::one(13386, '\u{21c8}'), // upuparrows
    Named::one(13392, '\u{231d}'), // urcorn
    Named::one(13400, '\u{231d}'), // urcorner
    Named::one(13406, '\u{230e}'), // urcrop
    Named::one(13411, '\u{16f}'), // uring
    Named::one(13416, '\u{25f9}'), // urtri
    Named::one(13420, '\u{1d4ca}'), // uscr
    Named::one(13425, '\u{22f0}'), // utdot
    Named::one(13431, '\u{169}'), // utilde
    Named::one(13435, '\u{25b5}'), // utri
    Named::one(13440, '\u{25b4}'), // utrif
    Named::one(13445, '\u{21c8}'), // uuarr
    Named::legacy(13449, '\u{fc}'), // uuml
    Named::one(13456, '\u{29a7}'), // uwangle
    Named::one(13460, '\u{21d5}'), // vArr
    Named::one(13464, '\u{2ae8}'), // vBar
    Named::one(13469, '\u{2ae9}'), // vBarv
    Named::one(13474, '\u{22a8}'), // vDash
    Named::one(13480, '\u{299c}'), // vangrt
    Named::one(13490, '\u{3f5}'), // varepsilon
    Named::one(13498, '\u{3f0}'), // varkappa
    Named::one(13508, '\u{2205}'), // varnothing
    Named::one(13514, '\u{3d5}'), // varphi
    Named::one(13519, '\u{3d6}'), // varpi
    Named::one(13528, '\u{221d}'), // varpropto
    Named::one(13532, '\u{2195}'), // varr
    Named::one(13538, '\u{3f1}'), // varrho
    Named::one(13546, '\u{3c2}'), // varsigma
    Named::two(13558, '\u{228a}', '\u{fe00}'), // varsubsetneq
    Named::two(13571, '\u{2acb}', '\u{fe00}'), // varsubsetneqq
    Named::two(13583, '\u{228b}', '\u{fe00}'), // varsupsetneq
    Named::two(13596, '\u{2acc}', '\u{fe00}'), // varsupsetneqq
    Named::one(13604, '\u{3d1}'), // vartheta
    Named::one(13619, '\u{22b2}'), // vartriangleleft
    Named::one(13635, '\u{22b3}'), // vartriangleright
    Named::one(13638, '\u{432}'), // vcy
    Named::one(13643, '\u{22a2}'), // vdash
    Named::one(13646, '\u{2228}'), // vee
    Named::one(13652, '\u{22bb}'), // veebar
    Named::one(13657, '\u{225a}'), // veeeq
    Named::one(13663, '\u{22ee}'), // vellip
    Named::one(13669, '\u{7c}'), // verbar
    Named::one(13673, '\u{7c}'), // vert
    Named::one(13676, '\u{1d533}'), // vfr
    Named::one(13681, '\u{22b2}'), // vltri
    Named::two(13686, '\u{2282}', '\u{20d2}'), // vnsub
    Named::two(13691, '\u{2283}', '\u{20d2}'), // vnsup
    Named::one(13695, '\u{1d567}'), // vopf
    Named::one(13700, '\u{221d}'), // vprop
    Named::one(13705, '\u{22b3}'), // vrtri
    Named::one(13709, '\u{1d4cb}'), // vscr
    Named::two(13715, '\u{2acb}', '\u{fe00}'), // vsubnE
    Named::two(13721, '\u{228a}', '\u{fe00}'), // vsubne
    Named::two(13727, '\u{2acc}', '\u{fe00}'), // vsupnE
    Named::two(13733, '\u{228b}', '\u{fe00}'), // vsupne
    Named::one(13740, '\u{299a}'), // vzigzag
    Named::one(13745, '\u{175}'), // wcirc
    Named::one(13751, '\u{2a5f}'), // wedbar
    Named::one(13756, '\u{2227}'), // wedge
    Named::one(13762, '\u{2259}'), // wedgeq
    Named::one(13768, '\u{2118}'), // weierp
    Named::one(13771, '\u{1d534}'), // wfr
    Named::one(13775, '\u{1d568}'), // wopf
    Named::one(13777, '\u{2118}'), // wp
    Named::one(13779, '\u{2240}'), // wr
    Named::one(13785, '\u{2240}'), // wreath
    Named::one(13789, '\u{1d4cc}'), // wscr
    Named::one(13793, '\u{22c2}'), // xcap
    Named::one(13798, '\u{25ef}'), // xcirc
    Named::one(13802, '\u{22c3}'), // xcup
    Named::one(13807, '\u{25bd}'), // xdtri
    Named::one(13810, '\u{1d535}'), // xfr
    Named::one(13815, '\u{27fa}'), // xhArr
    Named::one(13820, '\u{27f7}'), // xharr
    Named::one(13822, '\u{3be}'), // xi
    Named::one(13827, '\u{27f8}'), // xlArr
    Named::one(13832, '\u{27f5}'), // xlarr
    Named::one(13836, '\u{27fc}'), // xmap
    Named::one(13840, '\u{22fb}'), // xnis
    Named::one(13845, '\u{2a00}'), // xodot
    Named::one(13849, '\u{1d569}'), // xopf
    Named::one(13855, '\u{2a01}'), // xoplus
    Named::one(13861, '\u{2a02}'), // xotime
    Named::one(13866, '\u{27f9}'), // xrArr
    Named::one(13871, '\u{27f6}'), // xrarr
    Named::one(13875, '\u{1d4cd}'), // xscr
    Named::one(13881, '\u{2a06}'), // xsqcup
    Named::one(13887, '\u{2a04}'), // xuplus
    Named::one(13892, '\u{25b3}'), // xutri
    Named::one(13896, '\u{22c1}'), // xvee
    Named::one(13902, '\u{22c0}'), // xwedge
    Named::legacy(13908, '\u{fd}'), // yacute
    Named::one(13912, '\u{44f}'), // yacy
    Named::one(13917, '\u{177}'), // ycirc
    Named::one(13920, '\u{44b}'), // ycy
    Named::legacy(13923, '\u{a5}'), // yen
    Named::one(13926, '\u{1d536}'), // yfr
    Named::one(13930, '\u{457}'), // yicy
    Named::one(13934, '\u{1d56a}'), // yopf
    Named::one(13938, '\u{1d4ce}'), // yscr
    Named::one(13942, '\u{44e}'), // yucy
    Named::legacy(13946, '\u{ff}'), // yuml
    Named::one(13952, '\u{17a}'), // zacute
    Named::one(13958, '\u{17e}'), // zcaron
    Named::one(13961, '\u{437}'), // zcy
    Named::one(13965, '\u{17c}'), // zdot
    Named::one(13971, '\u{2128}'), // zeetrf
    Named::one(13975, '\u{3b6}'), // zeta
    Named::one(13978, '\u{1d537}'), // zfr
    Named::one(13982, '\u{436}'), // zhcy
    Named::one(13989, '\u{21dd}'), // zigrarr
    Named::one(13993, '\u{1d56b}'), // zopf
    Named::one(13997, '\u{1d4cf}'), // zscr
    Named::one(14000, '\u{200d}'), // zwj
    Named::one(14004, '\u{200c}'), // zwnj
];
