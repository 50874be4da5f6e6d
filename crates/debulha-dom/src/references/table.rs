//! Named character references of the HTML standard; written by `cargo xtask references`.

use super::NamedReference;

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
pub(super) static NAMED: &[NamedReference] = &[
    NamedReference::legacy(5, '\u{c6}'), // AElig
    NamedReference::legacy(8, '\u{26}'), // AMP
    NamedReference::legacy(14, '\u{c1}'), // Aacute
    NamedReference::one(20, '\u{102}'), // Abreve
    NamedReference::legacy(25, '\u{c2}'), // Acirc
    NamedReference::one(28, '\u{410}'), // Acy
    NamedReference::one(31, '\u{1d504}'), // Afr
    NamedReference::legacy(37, '\u{c0}'), // Agrave
    NamedReference::one(42, '\u{391}'), // Alpha
    NamedReference::one(47, '\u{100}'), // Amacr
    NamedReference::one(50, '\u{2a53}'), // And
    NamedReference::one(55, '\u{104}'), // Aogon
    NamedReference::one(59, '\u{1d538}'), // Aopf
    NamedReference::one(72, '\u{2061}'), // ApplyFunction
    NamedReference::legacy(77, '\u{c5}'), // Aring
    NamedReference::one(81, '\u{1d49c}'), // Ascr
    NamedReference::one(87, '\u{2254}'), // Assign
    NamedReference::legacy(93, '\u{c3}'), // Atilde
    NamedReference::legacy(97, '\u{c4}'), // Auml
    NamedReference::one(106, '\u{2216}'), // Backslash
    NamedReference::one(110, '\u{2ae7}'), // Barv
    NamedReference::one(116, '\u{2306}'), // Barwed
    NamedReference::one(119, '\u{411}'), // Bcy
    NamedReference::one(126, '\u{2235}'), // Because
    NamedReference::one(136, '\u{212c}'), // Bernoullis
    NamedReference::one(140, '\u{392}'), // Beta
    NamedReference::one(143, '\u{1d505}'), // Bfr
    NamedReference::one(147, '\u{1d539}'), // Bopf
    NamedReference::one(152, '\u{2d8}'), // Breve
    NamedReference::one(156, '\u{212c}'), // Bscr
    NamedReference::one(162, '\u{224e}'), // Bumpeq
    NamedReference::one(166, '\u{427}'), // CHcy
    NamedReference::legacy(170, '\u{a9}'), // COPY
    NamedReference::one(176, '\u{106}'), // Cacute
    NamedReference::one(179, '\u{22d2}'), // Cap
    NamedReference::one(199, '\u{2145}'), // CapitalDifferentialD
    NamedReference::one(206, '\u{212d}'), // Cayleys
    NamedReference::one(212, '\u{10c}'), // Ccaron
    NamedReference::legacy(218, '\u{c7}'), // Ccedil
    NamedReference::one(223, '\u{108}'), // Ccirc
    NamedReference::one(230, '\u{2230}'), // Cconint
    NamedReference::one(234, '\u{10a}'), // Cdot
    NamedReference::one(241, '\u{b8}'), // Cedilla
    NamedReference::one(250, '\u{b7}'), // CenterDot
    NamedReference::one(253, '\u{212d}'), // Cfr
    NamedReference::one(256, '\u{3a7}'), // Chi
    NamedReference::one(265, '\u{2299}'), // CircleDot
    NamedReference::one(276, '\u{2296}'), // CircleMinus
    NamedReference::one(286, '\u{2295}'), // CirclePlus
    NamedReference::one(297, '\u{2297}'), // CircleTimes
    NamedReference::one(321, '\u{2232}'), // ClockwiseContourIntegral
    NamedReference::one(342, '\u{201d}'), // CloseCurlyDoubleQuote
    NamedReference::one(357, '\u{2019}'), // CloseCurlyQuote
    NamedReference::one(362, '\u{2237}'), // Colon
    NamedReference::one(368, '\u{2a74}'), // Colone
    NamedReference::one(377, '\u{2261}'), // Congruent
    NamedReference::one(383, '\u{222f}'), // Conint
    NamedReference::one(398, '\u{222e}'), // ContourIntegral
    NamedReference::one(402, '\u{2102}'), // Copf
    NamedReference::one(411, '\u{2210}'), // Coproduct
    NamedReference::one(442, '\u{2233}'), // CounterClockwiseContourIntegral
    NamedReference::one(447, '\u{2a2f}'), // Cross
    NamedReference::one(451, '\u{1d49e}'), // Cscr
    NamedReference::one(454, '\u{22d3}'), // Cup
    NamedReference::one(460, '\u{224d}'), // CupCap
    NamedReference::one(462, '\u{2145}'), // DD
    NamedReference::one(470, '\u{2911}'), // DDotrahd
    NamedReference::one(474, '\u{402}'), // DJcy
    NamedReference::one(478, '\u{405}'), // DScy
    NamedReference::one(482, '\u{40f}'), // DZcy
    NamedReference::one(488, '\u{2021}'), // Dagger
    NamedReference::one(492, '\u{21a1}'), // Darr
    NamedReference::one(497, '\u{2ae4}'), // Dashv
    NamedReference::one(503, '\u{10e}'), // Dcaron
    NamedReference::one(506, '\u{414}'), // Dcy
    NamedReference::one(509, '\u{2207}'), // Del
    NamedReference::one(514, '\u{394}'), // Delta
    NamedReference::one(517, '\u{1d507}'), // Dfr
    NamedReference::one(533, '\u{b4}'), // DiacriticalAcute
    NamedReference::one(547, '\u{2d9}'), // DiacriticalDot
    NamedReference::one(569, '\u{2dd}'), // DiacriticalDoubleAcute
    NamedReference::one(585, '\u{60}'), // DiacriticalGrave
    NamedReference::one(601, '\u{2dc}'), // DiacriticalTilde
    NamedReference::one(608, '\u{22c4}'), // Diamond
    NamedReference::one(621, '\u{2146}'), // DifferentialD
    NamedReference::one(625, '\u{1d53b}'), // Dopf
    NamedReference::one(628, '\u{a8}'), // Dot
    NamedReference::one(634, '\u{20dc}'), // DotDot
    NamedReference::one(642, '\u{2250}'), // DotEqual
    NamedReference::one(663, '\u{222f}'), // DoubleContourIntegral
    NamedReference::one(672, '\u{a8}'), // DoubleDot
    NamedReference::one(687, '\u{21d3}'), // DoubleDownArrow
    NamedReference::one(702, '\u{21d0}'), // DoubleLeftArrow
    NamedReference::one(722, '\u{21d4}'), // DoubleLeftRightArrow
    NamedReference::one(735, '\u{2ae4}'), // DoubleLeftTee
    NamedReference::one(754, '\u{27f8}'), // DoubleLongLeftArrow
    NamedReference::one(778, '\u{27fa}'), // DoubleLongLeftRightArrow
    NamedReference::one(798, '\u{27f9}'), // DoubleLongRightArrow
    NamedReference::one(814, '\u{21d2}'), // DoubleRightArrow
    NamedReference::one(828, '\u{22a8}'), // DoubleRightTee
    NamedReference::one(841, '\u{21d1}'), // DoubleUpArrow
    NamedReference::one(858, '\u{21d5}'), // DoubleUpDownArrow
    NamedReference::one(875, '\u{2225}'), // DoubleVerticalBar
    NamedReference::one(884, '\u{2193}'), // DownArrow
    NamedReference::one(896, '\u{2913}'), // DownArrowBar
    NamedReference::one(912, '\u{21f5}'), // DownArrowUpArrow
    NamedReference::one(921, '\u{311}'), // DownBreve
    NamedReference::one(940, '\u{2950}'), // DownLeftRightVector
    NamedReference::one(957, '\u{295e}'), // DownLeftTeeVector
    NamedReference::one(971, '\u{21bd}'), // DownLeftVector
    NamedReference::one(988, '\u{2956}'), // DownLeftVectorBar
    NamedReference::one(1006, '\u{295f}'), // DownRightTeeVector
    NamedReference::one(1021, '\u{21c1}'), // DownRightVector
    NamedReference::one(1039, '\u{2957}'), // DownRightVectorBar
    NamedReference::one(1046, '\u{22a4}'), // DownTee
    NamedReference::one(1058, '\u{21a7}'), // DownTeeArrow
    NamedReference::one(1067, '\u{21d3}'), // Downarrow
    NamedReference::one(1071, '\u{1d49f}'), // Dscr
    NamedReference::one(1077, '\u{110}'), // Dstrok
    NamedReference::one(1080, '\u{14a}'), // ENG
    NamedReference::legacy(1083, '\u{d0}'), // ETH
    NamedReference::legacy(1089, '\u{c9}'), // Eacute
    NamedReference::one(1095, '\u{11a}'), // Ecaron
    NamedReference::legacy(1100, '\u{ca}'), // Ecirc
    NamedReference::one(1103, '\u{42d}'), // Ecy
    NamedReference::one(1107, '\u{116}'), // Edot
    NamedReference::one(1110, '\u{1d508}'), // Efr
    NamedReference::legacy(1116, '\u{c8}'), // Egrave
    NamedReference::one(1123, '\u{2208}'), // Element
    NamedReference::one(1128, '\u{112}'), // Emacr
    NamedReference::one(1144, '\u{25fb}'), // EmptySmallSquare
    NamedReference::one(1164, '\u{25ab}'), // EmptyVerySmallSquare
    NamedReference::one(1169, '\u{118}'), // Eogon
    NamedReference::one(1173, '\u{1d53c}'), // Eopf
    NamedReference::one(1180, '\u{395}'), // Epsilon
    NamedReference::one(1185, '\u{2a75}'), // Equal
    NamedReference::one(1195, '\u{2242}'), // EqualTilde
    NamedReference::one(1206, '\u{21cc}'), // Equilibrium
    NamedReference::one(1210, '\u{2130}'), // Escr
    NamedReference::one(1214, '\u{2a73}'), // Esim
    NamedReference::one(1217, '\u{397}'), // Eta
    NamedReference::legacy(1221, '\u{cb}'), // Euml
    NamedReference::one(1227, '\u{2203}'), // Exists
    NamedReference::one(1239, '\u{2147}'), // ExponentialE
    NamedReference::one(1242, '\u{424}'), // Fcy
    NamedReference::one(1245, '\u{1d509}'), // Ffr
    NamedReference::one(1262, '\u{25fc}'), // FilledSmallSquare
    NamedReference::one(1283, '\u{25aa}'), // FilledVerySmallSquare
    NamedReference::one(1287, '\u{1d53d}'), // Fopf
    NamedReference::one(1293, '\u{2200}'), // ForAll
    NamedReference::one(1303, '\u{2131}'), // Fouriertrf
    NamedReference::one(1307, '\u{2131}'), // Fscr
    NamedReference::one(1311, '\u{403}'), // GJcy
    NamedReference::legacy(1313, '\u{3e}'), // GT
    NamedReference::one(1318, '\u{393}'), // Gamma
    NamedReference::one(1324, '\u{3dc}'), // Gammad
    NamedReference::one(1330, '\u{11e}'), // Gbreve
    NamedReference::one(1336, '\u{122}'), // Gcedil
    NamedReference::one(1341, '\u{11c}'), // Gcirc
    NamedReference::one(1344, '\u{413}'), // Gcy
    NamedReference::one(1348, '\u{120}'), // Gdot
    NamedReference::one(1351, '\u{1d50a}'), // Gfr
    NamedReference::one(1353, '\u{22d9}'), // Gg
    NamedReference::one(1357, '\u{1d53e}'), // Gopf
    NamedReference::one(1369, '\u{2265}'), // GreaterEqual
    NamedReference::one(1385, '\u{22db}'), // GreaterEqualLess
    NamedReference::one(1401, '\u{2267}'), // GreaterFullEqual
    NamedReference::one(1415, '\u{2aa2}'), // GreaterGreater
    NamedReference::one(1426, '\u{2277}'), // GreaterLess
    NamedReference::one(1443, '\u{2a7e}'), // GreaterSlantEqual
    NamedReference::one(1455, '\u{2273}'), // GreaterTilde
    NamedReference::one(1459, '\u{1d4a2}'), // Gscr
    NamedReference::one(1461, '\u{226b}'), // Gt
    NamedReference::one(1467, '\u{42a}'), // HARDcy
    NamedReference::one(1472, '\u{2c7}'), // Hacek
    NamedReference::one(1475, '\u{5e}'), // Hat
    NamedReference::one(1480, '\u{124}'), // Hcirc
    NamedReference::one(1483, '\u{210c}'), // Hfr
    NamedReference::one(1495, '\u{210b}'), // HilbertSpace
    NamedReference::one(1499, '\u{210d}'), // Hopf
    NamedReference::one(1513, '\u{2500}'), // HorizontalLine
    NamedReference::one(1517, '\u{210b}'), // Hscr
    NamedReference::one(1523, '\u{126}'), // Hstrok
    NamedReference::one(1535, '\u{224e}'), // HumpDownHump
    NamedReference::one(1544, '\u{224f}'), // HumpEqual
    NamedReference::one(1548, '\u{415}'), // IEcy
    NamedReference::one(1553, '\u{132}'), // IJlig
    NamedReference::one(1557, '\u{401}'), // IOcy
    NamedReference::legacy(1563, '\u{cd}'), // Iacute
    NamedReference::legacy(1568, '\u{ce}'), // Icirc
    NamedReference::one(1571, '\u{418}'), // Icy
    NamedReference::one(1575, '\u{130}'), // Idot
    NamedReference::one(1578, '\u{2111}'), // Ifr
    NamedReference::legacy(1584, '\u{cc}'), // Igrave
    NamedReference::one(1586, '\u{2111}'), // Im
    NamedReference::one(1591, '\u{12a}'), // Imacr
    NamedReference::one(1601, '\u{2148}'), // ImaginaryI
    NamedReference::one(1608, '\u{21d2}'), // Implies
    NamedReference::one(1611, '\u{222c}'), // Int
    NamedReference::one(1619, '\u{222b}'), // Integral
    NamedReference::one(1631, '\u{22c2}'), // Intersection
    NamedReference::one(1645, '\u{2063}'), // InvisibleComma
    NamedReference::one(1659, '\u{2062}'), // InvisibleTimes
    NamedReference::one(1664, '\u{12e}'), // Iogon
    NamedReference::one(1668, '\u{1d540}'), // Iopf
    NamedReference::one(1672, '\u{399}'), // Iota
    NamedReference::one(1676, '\u{2110}'), // Iscr
    NamedReference::one(1682, '\u{128}'), // Itilde
    NamedReference::one(1687, '\u{406}'), // Iukcy
    NamedReference::legacy(1691, '\u{cf}'), // Iuml
    NamedReference::one(1696, '\u{134}'), // Jcirc
    NamedReference::one(1699, '\u{419}'), // Jcy
    NamedReference::one(1702, '\u{1d50d}'), // Jfr
    NamedReference::one(1706, '\u{1d541}'), // Jopf
    NamedReference::one(1710, '\u{1d4a5}'), // Jscr
    NamedReference::one(1716, '\u{408}'), // Jsercy
    NamedReference::one(1721, '\u{404}'), // Jukcy
    NamedReference::one(1725, '\u{425}'), // KHcy
    NamedReference::one(1729, '\u{40c}'), // KJcy
    NamedReference::one(1734, '\u{39a}'), // Kappa
    NamedReference::one(1740, '\u{136}'), // Kcedil
    NamedReference::one(1743, '\u{41a}'), // Kcy
    NamedReference::one(1746, '\u{1d50e}'), // Kfr
    NamedReference::one(1750, '\u{1d542}'), // Kopf
    NamedReference::one(1754, '\u{1d4a6}'), // Kscr
    NamedReference::one(1758, '\u{409}'), // LJcy
    NamedReference::legacy(1760, '\u{3c}'), // LT
    NamedReference::one(1766, '\u{139}'), // Lacute
    NamedReference::one(1772, '\u{39b}'), // Lambda
    NamedReference::one(1776, '\u{27ea}'), // Lang
    NamedReference::one(1786, '\u{2112}'), // Laplacetrf
    NamedReference::one(1790, '\u{219e}'), // Larr
    NamedReference::one(1796, '\u{13d}'), // Lcaron
    NamedReference::one(1802, '\u{13b}'), // Lcedil
    NamedReference::one(1805, '\u{41b}'), // Lcy
    NamedReference::one(1821, '\u{27e8}'), // LeftAngleBracket
    NamedReference::one(1830, '\u{2190}'), // LeftArrow
    NamedReference::one(1842, '\u{21e4}'), // LeftArrowBar
    NamedReference::one(1861, '\u{21c6}'), // LeftArrowRightArrow
    NamedReference::one(1872, '\u{2308}'), // LeftCeiling
    NamedReference::one(1889, '\u{27e6}'), // LeftDoubleBracket
    NamedReference::one(1906, '\u{2961}'), // LeftDownTeeVector
    NamedReference::one(1920, '\u{21c3}'), // LeftDownVector
    NamedReference::one(1937, '\u{2959}'), // LeftDownVectorBar
    NamedReference::one(1946, '\u{230a}'), // LeftFloor
    NamedReference::one(1960, '\u{2194}'), // LeftRightArrow
    NamedReference::one(1975, '\u{294e}'), // LeftRightVector
    NamedReference::one(1982, '\u{22a3}'), // LeftTee
    NamedReference::one(1994, '\u{21a4}'), // LeftTeeArrow
    NamedReference::one(2007, '\u{295a}'), // LeftTeeVector
    NamedReference::one(2019, '\u{22b2}'), // LeftTriangle
    NamedReference::one(2034, '\u{29cf}'), // LeftTriangleBar
    NamedReference::one(2051, '\u{22b4}'), // LeftTriangleEqual
    NamedReference::one(2067, '\u{2951}'), // LeftUpDownVector
    NamedReference::one(2082, '\u{2960}'), // LeftUpTeeVector
    NamedReference::one(2094, '\u{21bf}'), // LeftUpVector
    NamedReference::one(2109, '\u{2958}'), // LeftUpVectorBar
    NamedReference::one(2119, '\u{21bc}'), // LeftVector
    NamedReference::one(2132, '\u{2952}'), // LeftVectorBar
    NamedReference::one(2141, '\u{21d0}'), // Leftarrow
    NamedReference::one(2155, '\u{21d4}'), // Leftrightarrow
    NamedReference::one(2171, '\u{22da}'), // LessEqualGreater
    NamedReference::one(2184, '\u{2266}'), // LessFullEqual
    NamedReference::one(2195, '\u{2276}'), // LessGreater
    NamedReference::one(2203, '\u{2aa1}'), // LessLess
    NamedReference::one(2217, '\u{2a7d}'), // LessSlantEqual
    NamedReference::one(2226, '\u{2272}'), // LessTilde
    NamedReference::one(2229, '\u{1d50f}'), // Lfr
    NamedReference::one(2231, '\u{22d8}'), // Ll
    NamedReference::one(2241, '\u{21da}'), // Lleftarrow
    NamedReference::one(2247, '\u{13f}'), // Lmidot
    NamedReference::one(2260, '\u{27f5}'), // LongLeftArrow
    NamedReference::one(2278, '\u{27f7}'), // LongLeftRightArrow
    NamedReference::one(2292, '\u{27f6}'), // LongRightArrow
    NamedReference::one(2305, '\u{27f8}'), // Longleftarrow
    NamedReference::one(2323, '\u{27fa}'), // Longleftrightarrow
    NamedReference::one(2337, '\u{27f9}'), // Longrightarrow
    NamedReference::one(2341, '\u{1d543}'), // Lopf
    NamedReference::one(2355, '\u{2199}'), // LowerLeftArrow
    NamedReference::one(2370, '\u{2198}'), // LowerRightArrow
    NamedReference::one(2374, '\u{2112}'), // Lscr
    NamedReference::one(2377, '\u{21b0}'), // Lsh
    NamedReference::one(2383, '\u{141}'), // Lstrok
    NamedReference::one(2385, '\u{226a}'), // Lt
    NamedReference::one(2388, '\u{2905}'), // Map
    NamedReference::one(2391, '\u{41c}'), // Mcy
    NamedReference::one(2402, '\u{205f}'), // MediumSpace
    NamedReference::one(2411, '\u{2133}'), // Mellintrf
    NamedReference::one(2414, '\u{1d510}'), // Mfr
    NamedReference::one(2423, '\u{2213}'), // MinusPlus
    NamedReference::one(2427, '\u{1d544}'), // Mopf
    NamedReference::one(2431, '\u{2133}'), // Mscr
    NamedReference::one(2433, '\u{39c}'), // Mu
    NamedReference::one(2437, '\u{40a}'), // NJcy
    NamedReference::one(2443, '\u{143}'), // Nacute
    NamedReference::one(2449, '\u{147}'), // Ncaron
    NamedReference::one(2455, '\u{145}'), // Ncedil
    NamedReference::one(2458, '\u{41d}'), // Ncy
    NamedReference::one(2477, '\u{200b}'), // NegativeMediumSpace
    NamedReference::one(2495, '\u{200b}'), // NegativeThickSpace
    NamedReference::one(2512, '\u{200b}'), // NegativeThinSpace
    NamedReference::one(2533, '\u{200b}'), // NegativeVeryThinSpace
    NamedReference::one(2553, '\u{226b}'), // NestedGreaterGreater
    NamedReference::one(2567, '\u{226a}'), // NestedLessLess
    NamedReference::one(2574, '\u{a}'), // NewLine
    NamedReference::one(2577, '\u{1d511}'), // Nfr
    NamedReference::one(2584, '\u{2060}'), // NoBreak
    NamedReference::one(2600, '\u{a0}'), // NonBreakingSpace
    NamedReference::one(2604, '\u{2115}'), // Nopf
    NamedReference::one(2607, '\u{2aec}'), // Not
    NamedReference::one(2619, '\u{2262}'), // NotCongruent
    NamedReference::one(2628, '\u{226d}'), // NotCupCap
    NamedReference::one(2648, '\u{2226}'), // NotDoubleVerticalBar
    NamedReference::one(2658, '\u{2209}'), // NotElement
    NamedReference::one(2666, '\u{2260}'), // NotEqual
    NamedReference::two(2679, '\u{2242}', '\u{338}'), // NotEqualTilde
    NamedReference::one(2688, '\u{2204}'), // NotExists
    NamedReference::one(2698, '\u{226f}'), // NotGreater
    NamedReference::one(2713, '\u{2271}'), // NotGreaterEqual
    NamedReference::two(2732, '\u{2267}', '\u{338}'), // NotGreaterFullEqual
    NamedReference::two(2749, '\u{226b}', '\u{338}'), // NotGreaterGreater
    NamedReference::one(2763, '\u{2279}'), // NotGreaterLess
    NamedReference::two(2783, '\u{2a7e}', '\u{338}'), // NotGreaterSlantEqual
    NamedReference::one(2798, '\u{2275}'), // NotGreaterTilde
    NamedReference::two(2813, '\u{224e}', '\u{338}'), // NotHumpDownHump
    NamedReference::two(2825, '\u{224f}', '\u{338}'), // NotHumpEqual
    NamedReference::one(2840, '\u{22ea}'), // NotLeftTriangle
    NamedReference::two(2858, '\u{29cf}', '\u{338}'), // NotLeftTriangleBar
    NamedReference::one(2878, '\u{22ec}'), // NotLeftTriangleEqual
    NamedReference::one(2885, '\u{226e}'), // NotLess
    NamedReference::one(2897, '\u{2270}'), // NotLessEqual
    NamedReference::one(2911, '\u{2278}'), // NotLessGreater
    NamedReference::two(2922, '\u{226a}', '\u{338}'), // NotLessLess
    NamedReference::two(2939, '\u{2a7d}', '\u{338}'), // NotLessSlantEqual
    NamedReference::one(2951, '\u{2274}'), // NotLessTilde
    NamedReference::two(2974, '\u{2aa2}', '\u{338}'), // NotNestedGreaterGreater
    NamedReference::two(2991, '\u{2aa1}', '\u{338}'), // NotNestedLessLess
    NamedReference::one(3002, '\u{2280}'), // NotPrecedes
    NamedReference::two(3018, '\u{2aaf}', '\u{338}'), // NotPrecedesEqual
    NamedReference::one(3039, '\u{22e0}'), // NotPrecedesSlantEqual
    NamedReference::one(3056, '\u{220c}'), // NotReverseElement
    NamedReference::one(3072, '\u{22eb}'), // NotRightTriangle
    NamedReference::two(3091, '\u{29d0}', '\u{338}'), // NotRightTriangleBar
    NamedReference::one(3112, '\u{22ed}'), // NotRightTriangleEqual
    NamedReference::two(3127, '\u{228f}', '\u{338}'), // NotSquareSubset
    NamedReference::one(3147, '\u{22e2}'), // NotSquareSubsetEqual
    NamedReference::two(3164, '\u{2290}', '\u{338}'), // NotSquareSuperset
    NamedReference::one(3186, '\u{22e3}'), // NotSquareSupersetEqual
    NamedReference::two(3195, '\u{2282}', '\u{20d2}'), // NotSubset
    NamedReference::one(3209, '\u{2288}'), // NotSubsetEqual
    NamedReference::one(3220, '\u{2281}'), // NotSucceeds
    NamedReference::two(3236, '\u{2ab0}', '\u{338}'), // NotSucceedsEqual
    NamedReference::one(3257, '\u{22e1}'), // NotSucceedsSlantEqual
    NamedReference::two(3273, '\u{227f}', '\u{338}'), // NotSucceedsTilde
    NamedReference::two(3284, '\u{2283}', '\u{20d2}'), // NotSuperset
    NamedReference::one(3300, '\u{2289}'), // NotSupersetEqual
    NamedReference::one(3308, '\u{2241}'), // NotTilde
    NamedReference::one(3321, '\u{2244}'), // NotTildeEqual
    NamedReference::one(3338, '\u{2247}'), // NotTildeFullEqual
    NamedReference::one(3351, '\u{2249}'), // NotTildeTilde
    NamedReference::one(3365, '\u{2224}'), // NotVerticalBar
    NamedReference::one(3369, '\u{1d4a9}'), // Nscr
    NamedReference::legacy(3375, '\u{d1}'), // Ntilde
    NamedReference::one(3377, '\u{39d}'), // Nu
    NamedReference::one(3382, '\u{152}'), // OElig
    NamedReference::legacy(3388, '\u{d3}'), // Oacute
    NamedReference::legacy(3393, '\u{d4}'), // Ocirc
    NamedReference::one(3396, '\u{41e}'), // Ocy
    NamedReference::one(3402, '\u{150}'), // Odblac
    NamedReference::one(3405, '\u{1d512}'), // Ofr
    NamedReference::legacy(3411, '\u{d2}'), // Ograve
    NamedReference::one(3416, '\u{14c}'), // Omacr
    NamedReference::one(3421, '\u{3a9}'), // Omega
    NamedReference::one(3428, '\u{39f}'), // Omicron
    NamedReference::one(3432, '\u{1d546}'), // Oopf
    NamedReference::one(3452, '\u{201c}'), // OpenCurlyDoubleQuote
    NamedReference::one(3466, '\u{2018}'), // OpenCurlyQuote
    NamedReference::one(3468, '\u{2a54}'), // Or
    NamedReference::one(3472, '\u{1d4aa}'), // Oscr
    NamedReference::legacy(3478, '\u{d8}'), // Oslash
    NamedReference::legacy(3484, '\u{d5}'), // Otilde
    NamedReference::one(3490, '\u{2a37}'), // Otimes
    NamedReference::legacy(3494, '\u{d6}'), // Ouml
    NamedReference::one(3501, '\u{203e}'), // OverBar
    NamedReference::one(3510, '\u{23de}'), // OverBrace
    NamedReference::one(3521, '\u{23b4}'), // OverBracket
    NamedReference::one(3536, '\u{23dc}'), // OverParenthesis
    NamedReference::one(3544, '\u{2202}'), // PartialD
    NamedReference::one(3547, '\u{41f}'), // Pcy
    NamedReference::one(3550, '\u{1d513}'), // Pfr
    NamedReference::one(3553, '\u{3a6}'), // Phi
    NamedReference::one(3555, '\u{3a0}'), // Pi
    NamedReference::one(3564, '\u{b1}'), // PlusMinus
    NamedReference::one(3577, '\u{210c}'), // Poincareplane
    NamedReference::one(3581, '\u{2119}'), // Popf
    NamedReference::one(3583, '\u{2abb}'), // Pr
    NamedReference::one(3591, '\u{227a}'), // Precedes
    NamedReference::one(3604, '\u{2aaf}'), // PrecedesEqual
    NamedReference::one(3622, '\u{227c}'), // PrecedesSlantEqual
    NamedReference::one(3635, '\u{227e}'), // PrecedesTilde
    NamedReference::one(3640, '\u{2033}'), // Prime
    NamedReference::one(3647, '\u{220f}'), // Product
    NamedReference::one(3657, '\u{2237}'), // Proportion
    NamedReference::one(3669, '\u{221d}'), // Proportional
    NamedReference::one(3673, '\u{1d4ab}'), // Pscr
    NamedReference::one(3676, '\u{3a8}'), // Psi
    NamedReference::legacy(3680, '\u{22}'), // QUOT
    NamedReference::one(3683, '\u{1d514}'), // Qfr
    NamedReference::one(3687, '\u{211a}'), // Qopf
    NamedReference::one(3691, '\u{1d4ac}'), // Qscr
    NamedReference::one(3696, '\u{2910}'), // RBarr
    NamedReference::legacy(3699, '\u{ae}'), // REG
    NamedReference::one(3705, '\u{154}'), // Racute
    NamedReference::one(3709, '\u{27eb}'), // Rang
    NamedReference::one(3713, '\u{21a0}'), // Rarr
    NamedReference::one(3719, '\u{2916}'), // Rarrtl
    NamedReference::one(3725, '\u{158}'), // Rcaron
    NamedReference::one(3731, '\u{156}'), // Rcedil
    NamedReference::one(3734, '\u{420}'), // Rcy
    NamedReference::one(3736, '\u{211c}'), // Re
    NamedReference::one(3750, '\u{220b}'), // ReverseElement
    NamedReference::one(3768, '\u{21cb}'), // ReverseEquilibrium
    NamedReference::one(3788, '\u{296f}'), // ReverseUpEquilibrium
    NamedReference::one(3791, '\u{211c}'), // Rfr
    NamedReference::one(3794, '\u{3a1}'), // Rho
    NamedReference::one(3811, '\u{27e9}'), // RightAngleBracket
    NamedReference::one(3821, '\u{2192}'), // RightArrow
    NamedReference::one(3834, '\u{21e5}'), // RightArrowBar
    NamedReference::one(3853, '\u{21c4}'), // RightArrowLeftArrow
    NamedReference::one(3865, '\u{2309}'), // RightCeiling
    NamedReference::one(3883, '\u{27e7}'), // RightDoubleBracket
    NamedReference::one(3901, '\u{295d}'), // RightDownTeeVector
    NamedReference::one(3916, '\u{21c2}'), // RightDownVector
    NamedReference::one(3934, '\u{2955}'), // RightDownVectorBar
    NamedReference::one(3944, '\u{230b}'), // RightFloor
    NamedReference::one(3952, '\u{22a2}'), // RightTee
    NamedReference::one(3965, '\u{21a6}'), // RightTeeArrow
    NamedReference::one(3979, '\u{295b}'), // RightTeeVector
    NamedReference::one(3992, '\u{22b3}'), // RightTriangle
    NamedReference::one(4008, '\u{29d0}'), // RightTriangleBar
    NamedReference::one(4026, '\u{22b5}'), // RightTriangleEqual
    NamedReference::one(4043, '\u{294f}'), // RightUpDownVector
    NamedReference::one(4059, '\u{295c}'), // RightUpTeeVector
    NamedReference::one(4072, '\u{21be}'), // RightUpVector
    NamedReference::one(4088, '\u{2954}'), // RightUpVectorBar
    NamedReference::one(4099, '\u{21c0}'), // RightVector
    NamedReference::one(4113, '\u{2953}'), // RightVectorBar
    NamedReference::one(4123, '\u{21d2}'), // Rightarrow
    NamedReference::one(4127, '\u{211d}'), // Ropf
    NamedReference::one(4139, '\u{2970}'), // RoundImplies
    NamedReference::one(4150, '\u{21db}'), // Rrightarrow
    NamedReference::one(4154, '\u{211b}'), // Rscr
    NamedReference::one(4157, '\u{21b1}'), // Rsh
    NamedReference::one(4168, '\u{29f4}'), // RuleDelayed
    NamedReference::one(4174, '\u{429}'), // SHCHcy
    NamedReference::one(4178, '\u{428}'), // SHcy
    NamedReference::one(4184, '\u{42c}'), // SOFTcy
    NamedReference::one(4190, '\u{15a}'), // Sacute
    NamedReference::one(4192, '\u{2abc}'), // Sc
    NamedReference::one(4198, '\u{160}'), // Scaron
    NamedReference::one(4204, '\u{15e}'), // Scedil
    NamedReference::one(4209, '\u{15c}'), // Scirc
    NamedReference::one(4212, '\u{421}'), // Scy
    NamedReference::one(4215, '\u{1d516}'), // Sfr
    NamedReference::one(4229, '\u{2193}'), // ShortDownArrow
    NamedReference::one(4243, '\u{2190}'), // ShortLeftArrow
    NamedReference::one(4258, '\u{2192}'), // ShortRightArrow
    NamedReference::one(4270, '\u{2191}'), // ShortUpArrow
    NamedReference::one(4275, '\u{3a3}'), // Sigma
    NamedReference::one(4286, '\u{2218}'), // SmallCircle
    NamedReference::one(4290, '\u{1d54a}'), // Sopf
    NamedReference::one(4294, '\u{221a}'), // Sqrt
    NamedReference::one(4300, '\u{25a1}'), // Square
    NamedReference::one(4318, '\u{2293}'), // SquareIntersection
    NamedReference::one(4330, '\u{228f}'), // SquareSubset
    NamedReference::one(4347, '\u{2291}'), // SquareSubsetEqual
    NamedReference::one(4361, '\u{2290}'), // SquareSuperset
    NamedReference::one(4380, '\u{2292}'), // SquareSupersetEqual
    NamedReference::one(4391, '\u{2294}'), // SquareUnion
    NamedReference::one(4395, '\u{1d4ae}'), // Sscr
    NamedReference::one(4399, '\u{22c6}'), // Star
    NamedReference::one(4402, '\u{22d0}'), // Sub
    NamedReference::one(4408, '\u{22d0}'), // Subset
    NamedReference::one(4419, '\u{2286}'), // SubsetEqual
    NamedReference::one(4427, '\u{227b}'), // Succeeds
    NamedReference::one(4440, '\u{2ab0}'), // SucceedsEqual
    NamedReference::one(4458, '\u{227d}'), // SucceedsSlantEqual
    NamedReference::one(4471, '\u{227f}'), // SucceedsTilde
    NamedReference::one(4479, '\u{220b}'), // SuchThat
    NamedReference::one(4482, '\u{2211}'), // Sum
    NamedReference::one(4485, '\u{22d1}'), // Sup
    NamedReference::one(4493, '\u{2283}'), // Superset
    NamedReference::one(4506, '\u{2287}'), // SupersetEqual
    NamedReference::one(4512, '\u{22d1}'), // Supset
    NamedReference::legacy(4517, '\u{de}'), // THORN
    NamedReference::one(4522, '\u{2122}'), // TRADE
    NamedReference::one(4527, '\u{40b}'), // TSHcy
    NamedReference::one(4531, '\u{426}'), // TScy
    NamedReference::one(4534, '\u{9}'), // Tab
    NamedReference::one(4537, '\u{3a4}'), // Tau
    NamedReference::one(4543, '\u{164}'), // Tcaron
    NamedReference::one(4549, '\u{162}'), // Tcedil
    NamedReference::one(4552, '\u{422}'), // Tcy
    NamedReference::one(4555, '\u{1d517}'), // Tfr
    NamedReference::one(4564, '\u{2234}'), // Therefore
    NamedReference::one(4569, '\u{398}'), // Theta
    NamedReference::two(4579, '\u{205f}', '\u{200a}'), // ThickSpace
    NamedReference::one(4588, '\u{2009}'), // ThinSpace
    NamedReference::one(4593, '\u{223c}'), // Tilde
    NamedReference::one(4603, '\u{2243}'), // TildeEqual
    NamedReference::one(4617, '\u{2245}'), // TildeFullEqual
    NamedReference::one(4627, '\u{2248}'), // TildeTilde
    NamedReference::one(4631, '\u{1d54b}'), // Topf
    NamedReference::one(4640, '\u{20db}'), // TripleDot
    NamedReference::one(4644, '\u{1d4af}'), // Tscr
    NamedReference::one(4650, '\u{166}'), // Tstrok
    NamedReference::legacy(4656, '\u{da}'), // Uacute
    NamedReference::one(4660, '\u{219f}'), // Uarr
    NamedReference::one(4668, '\u{2949}'), // Uarrocir
    NamedReference::one(4673, '\u{40e}'), // Ubrcy
    NamedReference::one(4679, '\u{16c}'), // Ubreve
    NamedReference::legacy(4684, '\u{db}'), // Ucirc
    NamedReference::one(4687, '\u{423}'), // Ucy
    NamedReference::one(4693, '\u{170}'), // Udblac
    NamedReference::one(4696, '\u{1d518}'), // Ufr
    NamedReference::legacy(4702, '\u{d9}'), // Ugrave
    NamedReference::one(4707, '\u{16a}'), // Umacr
    NamedReference::one(4715, '\u{5f}'), // UnderBar
    NamedReference::one(4725, '\u{23df}'), // UnderBrace
    NamedReference::one(4737, '\u{23b5}'), // UnderBracket
    NamedReference::one(4753, '\u{23dd}'), // UnderParenthesis
    NamedReference::one(4758, '\u{22c3}'), // Union
    NamedReference::one(4767, '\u{228e}'), // UnionPlus
    NamedReference::one(4772, '\u{172}'), // Uogon
    NamedReference::one(4776, '\u{1d54c}'), // Uopf
    NamedReference::one(4783, '\u{2191}'), // UpArrow
    NamedReference::one(4793, '\u{2912}'), // UpArrowBar
    NamedReference::one(4809, '\u{21c5}'), // UpArrowDownArrow
    NamedReference::one(4820, '\u{2195}'), // UpDownArrow
    NamedReference::one(4833, '\u{296e}'), // UpEquilibrium
    NamedReference::one(4838, '\u{22a5}'), // UpTee
    NamedReference::one(4848, '\u{21a5}'), // UpTeeArrow
    NamedReference::one(4855, '\u{21d1}'), // Uparrow
    NamedReference::one(4866, '\u{21d5}'), // Updownarrow
    NamedReference::one(4880, '\u{2196}'), // UpperLeftArrow
    NamedReference::one(4895, '\u{2197}'), // UpperRightArrow
    NamedReference::one(4899, '\u{3d2}'), // Upsi
    NamedReference::one(4906, '\u{3a5}'), // Upsilon
    NamedReference::one(4911, '\u{16e}'), // Uring
    NamedReference::one(4915, '\u{1d4b0}'), // Uscr
    NamedReference::one(4921, '\u{168}'), // Utilde
    NamedReference::legacy(4925, '\u{dc}'), // Uuml
    NamedReference::one(4930, '\u{22ab}'), // VDash
    NamedReference::one(4934, '\u{2aeb}'), // Vbar
    NamedReference::one(4937, '\u{412}'), // Vcy
    NamedReference::one(4942, '\u{22a9}'), // Vdash
    NamedReference::one(4948, '\u{2ae6}'), // Vdashl
    NamedReference::one(4951, '\u{22c1}'), // Vee
    NamedReference::one(4957, '\u{2016}'), // Verbar
    NamedReference::one(4961, '\u{2016}'), // Vert
    NamedReference::one(4972, '\u{2223}'), // VerticalBar
    NamedReference::one(4984, '\u{7c}'), // VerticalLine
    NamedReference::one(5001, '\u{2758}'), // VerticalSeparator
    NamedReference::one(5014, '\u{2240}'), // VerticalTilde
    NamedReference::one(5027, '\u{200a}'), // VeryThinSpace
    NamedReference::one(5030, '\u{1d519}'), // Vfr
    NamedReference::one(5034, '\u{1d54d}'), // Vopf
    NamedReference::one(5038, '\u{1d4b1}'), // Vscr
    NamedReference::one(5044, '\u{22aa}'), // Vvdash
    NamedReference::one(5049, '\u{174}'), // Wcirc
    NamedReference::one(5054, '\u{22c0}'), // Wedge
    NamedReference::one(5057, '\u{1d51a}'), // Wfr
    NamedReference::one(5061, '\u{1d54e}'), // Wopf
    NamedReference::one(5065, '\u{1d4b2}'), // Wscr
    NamedReference::one(5068, '\u{1d51b}'), // Xfr
    NamedReference::one(5070, '\u{39e}'), // Xi
    NamedReference::one(5074, '\u{1d54f}'), // Xopf
    NamedReference::one(5078, '\u{1d4b3}'), // Xscr
    NamedReference::one(5082, '\u{42f}'), // YAcy
    NamedReference::one(5086, '\u{407}'), // YIcy
    NamedReference::one(5090, '\u{42e}'), // YUcy
    NamedReference::legacy(5096, '\u{dd}'), // Yacute
    NamedReference::one(5101, '\u{176}'), // Ycirc
    NamedReference::one(5104, '\u{42b}'), // Ycy
    NamedReference::one(5107, '\u{1d51c}'), // Yfr
    NamedReference::one(5111, '\u{1d550}'), // Yopf
    NamedReference::one(5115, '\u{1d4b4}'), // Yscr
    NamedReference::one(5119, '\u{178}'), // Yuml
    NamedReference::one(5123, '\u{416}'), // ZHcy
    NamedReference::one(5129, '\u{179}'), // Zacute
    NamedReference::one(5135, '\u{17d}'), // Zcaron
    NamedReference::one(5138, '\u{417}'), // Zcy
    NamedReference::one(5142, '\u{17b}'), // Zdot
    NamedReference::one(5156, '\u{200b}'), // ZeroWidthSpace
    NamedReference::one(5160, '\u{396}'), // Zeta
    NamedReference::one(5163, '\u{2128}'), // Zfr
    NamedReference::one(5167, '\u{2124}'), // Zopf
    NamedReference::one(5171, '\u{1d4b5}'), // Zscr
    NamedReference::legacy(5177, '\u{e1}'), // aacute
    NamedReference::one(5183, '\u{103}'), // abreve
    NamedReference::one(5185, '\u{223e}'), // ac
    NamedReference::two(5188, '\u{223e}', '\u{333}'), // acE
    NamedReference::one(5191, '\u{223f}'), // acd
    NamedReference::legacy(5196, '\u{e2}'), // acirc
    NamedReference::legacy(5201, '\u{b4}'), // acute
    NamedReference::one(5204, '\u{430}'), // acy
    NamedReference::legacy(5209, '\u{e6}'), // aelig
    NamedReference::one(5211, '\u{2061}'), // af
    NamedReference::one(5214, '\u{1d51e}'), // afr
    NamedReference::legacy(5220, '\u{e0}'), // agrave
    NamedReference::one(5227, '\u{2135}'), // alefsym
    NamedReference::one(5232, '\u{2135}'), // aleph
    NamedReference::one(5237, '\u{3b1}'), // alpha
    NamedReference::one(5242, '\u{101}'), // amacr
    NamedReference::one(5247, '\u{2a3f}'), // amalg
    NamedReference::legacy(5250, '\u{26}'), // amp
    NamedReference::one(5253, '\u{2227}'), // and
    NamedReference::one(5259, '\u{2a55}'), // andand
    NamedReference::one(5263, '\u{2a5c}'), // andd
    NamedReference::one(5271, '\u{2a58}'), // andslope
    NamedReference::one(5275, '\u{2a5a}'), // andv
    NamedReference::one(5278, '\u{2220}'), // ang
    NamedReference::one(5282, '\u{29a4}'), // ange
    NamedReference::one(5287, '\u{2220}'), // angle
    NamedReference::one(5293, '\u{2221}'), // angmsd
    NamedReference::one(5301, '\u{29a8}'), // angmsdaa
    NamedReference::one(5309, '\u{29a9}'), // angmsdab
    NamedReference::one(5317, '\u{29aa}'), // angmsdac
    NamedReference::one(5325, '\u{29ab}'), // angmsdad
    NamedReference::one(5333, '\u{29ac}'), // angmsdae
    NamedReference::one(5341, '\u{29ad}'), // angmsdaf
    NamedReference::one(5349, '\u{29ae}'), // angmsdag
    NamedReference::one(5357, '\u{29af}'), // angmsdah
    NamedReference::one(5362, '\u{221f}'), // angrt
    NamedReference::one(5369, '\u{22be}'), // angrtvb
    NamedReference::one(5377, '\u{299d}'), // angrtvbd
    NamedReference::one(5383, '\u{2222}'), // angsph
    NamedReference::one(5388, '\u{c5}'), // angst
    NamedReference::one(5395, '\u{237c}'), // angzarr
    NamedReference::one(5400, '\u{105}'), // aogon
    NamedReference::one(5404, '\u{1d552}'), // aopf
    NamedReference::one(5406, '\u{2248}'), // ap
    NamedReference::one(5409, '\u{2a70}'), // apE
    NamedReference::one(5415, '\u{2a6f}'), // apacir
    NamedReference::one(5418, '\u{224a}'), // ape
    NamedReference::one(5422, '\u{224b}'), // apid
    NamedReference::one(5426, '\u{27}'), // apos
    NamedReference::one(5432, '\u{2248}'), // approx
    NamedReference::one(5440, '\u{224a}'), // approxeq
    NamedReference::legacy(5445, '\u{e5}'), // aring
    NamedReference::one(5449, '\u{1d4b6}'), // ascr
    NamedReference::one(5452, '\u{2a}'), // ast
    NamedReference::one(5457, '\u{2248}'), // asymp
    NamedReference::one(5464, '\u{224d}'), // asympeq
    NamedReference::legacy(5470, '\u{e3}'), // atilde
    NamedReference::legacy(5474, '\u{e4}'), // auml
    NamedReference::one(5482, '\u{2233}'), // awconint
    NamedReference::one(5487, '\u{2a11}'), // awint
    NamedReference::one(5491, '\u{2aed}'), // bNot
    NamedReference::one(5499, '\u{224c}'), // backcong
    NamedReference::one(5510, '\u{3f6}'), // backepsilon
    NamedReference::one(5519, '\u{2035}'), // backprime
    NamedReference::one(5526, '\u{223d}'), // backsim
    NamedReference::one(5535, '\u{22cd}'), // backsimeq
    NamedReference::one(5541, '\u{22bd}'), // barvee
    NamedReference::one(5547, '\u{2305}'), // barwed
    NamedReference::one(5555, '\u{2305}'), // barwedge
    NamedReference::one(5559, '\u{23b5}'), // bbrk
    NamedReference::one(5567, '\u{23b6}'), // bbrktbrk
    NamedReference::one(5572, '\u{224c}'), // bcong
    NamedReference::one(5575, '\u{431}'), // bcy
    NamedReference::one(5580, '\u{201e}'), // bdquo
    NamedReference::one(5586, '\u{2235}'), // becaus
    NamedReference::one(5593, '\u{2235}'), // because
    NamedReference::one(5600, '\u{29b0}'), // bemptyv
    NamedReference::one(5605, '\u{3f6}'), // bepsi
    NamedReference::one(5611, '\u{212c}'), // bernou
    NamedReference::one(5615, '\u{3b2}'), // beta
    NamedReference::one(5619, '\u{2136}'), // beth
    NamedReference::one(5626, '\u{226c}'), // between
    NamedReference::one(5629, '\u{1d51f}'), // bfr
    NamedReference::one(5635, '\u{22c2}'), // bigcap
    NamedReference::one(5642, '\u{25ef}'), // bigcirc
    NamedReference::one(5648, '\u{22c3}'), // bigcup
    NamedReference::one(5655, '\u{2a00}'), // bigodot
    NamedReference::one(5663, '\u{2a01}'), // bigoplus
    NamedReference::one(5672, '\u{2a02}'), // bigotimes
    NamedReference::one(5680, '\u{2a06}'), // bigsqcup
    NamedReference::one(5687, '\u{2605}'), // bigstar
    NamedReference::one(5702, '\u{25bd}'), // bigtriangledown
    NamedReference::one(5715, '\u{25b3}'), // bigtriangleup
    NamedReference::one(5723, '\u{2a04}'), // biguplus
    NamedReference::one(5729, '\u{22c1}'), // bigvee
    NamedReference::one(5737, '\u{22c0}'), // bigwedge
    NamedReference::one(5743, '\u{290d}'), // bkarow
    NamedReference::one(5755, '\u{29eb}'), // blacklozenge
    NamedReference::one(5766, '\u{25aa}'), // blacksquare
    NamedReference::one(5779, '\u{25b4}'), // blacktriangle
    NamedReference::one(5796, '\u{25be}'), // blacktriangledown
    NamedReference::one(5813, '\u{25c2}'), // blacktriangleleft
    NamedReference::one(5831, '\u{25b8}'), // blacktriangleright
    NamedReference::one(5836, '\u{2423}'), // blank
    NamedReference::one(5841, '\u{2592}'), // blk12
    NamedReference::one(5846, '\u{2591}'), // blk14
    NamedReference::one(5851, '\u{2593}'), // blk34
    NamedReference::one(5856, '\u{2588}'), // block
    NamedReference::two(5859, '\u{3d}', '\u{20e5}'), // bne
    NamedReference::two(5866, '\u{2261}', '\u{20e5}'), // bnequiv
    NamedReference::one(5870, '\u{2310}'), // bnot
    NamedReference::one(5874, '\u{1d553}'), // bopf
    NamedReference::one(5877, '\u{22a5}'), // bot
    NamedReference::one(5883, '\u{22a5}'), // bottom
    NamedReference::one(5889, '\u{22c8}'), // bowtie
    NamedReference::one(5894, '\u{2557}'), // boxDL
    NamedReference::one(5899, '\u{2554}'), // boxDR
    NamedReference::one(5904, '\u{2556}'), // boxDl
    NamedReference::one(5909, '\u{2553}'), // boxDr
    NamedReference::one(5913, '\u{2550}'), // boxH
    NamedReference::one(5918, '\u{2566}'), // boxHD
    NamedReference::one(5923, '\u{2569}'), // boxHU
    NamedReference::one(5928, '\u{2564}'), // boxHd
    NamedReference::one(5933, '\u{2567}'), // boxHu
    NamedReference::one(5938, '\u{255d}'), // boxUL
    NamedReference::one(5943, '\u{255a}'), // boxUR
    NamedReference::one(5948, '\u{255c}'), // boxUl
    NamedReference::one(5953, '\u{2559}'), // boxUr
    NamedReference::one(5957, '\u{2551}'), // boxV
    NamedReference::one(5962, '\u{256c}'), // boxVH
    NamedReference::one(5967, '\u{2563}'), // boxVL
    NamedReference::one(5972, '\u{2560}'), // boxVR
    NamedReference::one(5977, '\u{256b}'), // boxVh
    NamedReference::one(5982, '\u{2562}'), // boxVl
    NamedReference::one(5987, '\u{255f}'), // boxVr
    NamedReference::one(5993, '\u{29c9}'), // boxbox
    NamedReference::one(5998, '\u{2555}'), // boxdL
    NamedReference::one(6003, '\u{2552}'), // boxdR
    NamedReference::one(6008, '\u{2510}'), // boxdl
    NamedReference::one(6013, '\u{250c}'), // boxdr
    NamedReference::one(6017, '\u{2500}'), // boxh
    NamedReference::one(6022, '\u{2565}'), // boxhD
    NamedReference::one(6027, '\u{2568}'), // boxhU
    NamedReference::one(6032, '\u{252c}'), // boxhd
    NamedReference::one(6037, '\u{2534}'), // boxhu
    NamedReference::one(6045, '\u{229f}'), // boxminus
    NamedReference::one(6052, '\u{229e}'), // boxplus
    NamedReference::one(6060, '\u{22a0}'), // boxtimes
    NamedReference::one(6065, '\u{255b}'), // boxuL
    NamedReference::one(6070, '\u{2558}'), // boxuR
    NamedReference::one(6075, '\u{2518}'), // boxul
    NamedReference::one(6080, '\u{2514}'), // boxur
    NamedReference::one(6084, '\u{2502}'), // boxv
    NamedReference::one(6089, '\u{256a}'), // boxvH
    NamedReference::one(6094, '\u{2561}'), // boxvL
    NamedReference::one(6099, '\u{255e}'), // boxvR
    NamedReference::one(6104, '\u{253c}'), // boxvh
    NamedReference::one(6109, '\u{2524}'), // boxvl
    NamedReference::one(6114, '\u{251c}'), // boxvr
    NamedReference::one(6120, '\u{2035}'), // bprime
    NamedReference::one(6125, '\u{2d8}'), // breve
    NamedReference::legacy(6131, '\u{a6}'), // brvbar
    NamedReference::one(6135, '\u{1d4b7}'), // bscr
    NamedReference::one(6140, '\u{204f}'), // bsemi
    NamedReference::one(6144, '\u{223d}'), // bsim
    NamedReference::one(6149, '\u{22cd}'), // bsime
    NamedReference::one(6153, '\u{5c}'), // bsol
    NamedReference::one(6158, '\u{29c5}'), // bsolb
    NamedReference::one(6166, '\u{27c8}'), // bsolhsub
    NamedReference::one(6170, '\u{2022}'), // bull
    NamedReference::one(6176, '\u{2022}'), // bullet
    NamedReference::one(6180, '\u{224e}'), // bump
    NamedReference::one(6185, '\u{2aae}'), // bumpE
    NamedReference::one(6190, '\u{224f}'), // bumpe
    NamedReference::one(6196, '\u{224f}'), // bumpeq
    NamedReference::one(6202, '\u{107}'), // cacute
    NamedReference::one(6205, '\u{2229}'), // cap
    NamedReference::one(6211, '\u{2a44}'), // capand
    NamedReference::one(6219, '\u{2a49}'), // capbrcup
    NamedReference::one(6225, '\u{2a4b}'), // capcap
    NamedReference::one(6231, '\u{2a47}'), // capcup
    NamedReference::one(6237, '\u{2a40}'), // capdot
    NamedReference::two(6241, '\u{2229}', '\u{fe00}'), // caps
    NamedReference::one(6246, '\u{2041}'), // caret
    NamedReference::one(6251, '\u{2c7}'), // caron
    NamedReference::one(6256, '\u{2a4d}'), // ccaps
    NamedReference::one(6262, '\u{10d}'), // ccaron
    NamedReference::legacy(6268, '\u{e7}'), // ccedil
    NamedReference::one(6273, '\u{109}'), // ccirc
    NamedReference::one(6278, '\u{2a4c}'), // ccups
    NamedReference::one(6285, '\u{2a50}'), // ccupssm
    NamedReference::one(6289, '\u{10b}'), // cdot
    NamedReference::legacy(6294, '\u{b8}'), // cedil
    NamedReference::one(6301, '\u{29b2}'), // cemptyv
    NamedReference::legacy(6305, '\u{a2}'), // cent
    NamedReference::one(6314, '\u{b7}'), // centerdot
    NamedReference::one(6317, '\u{1d520}'), // cfr
    NamedReference::one(6321, '\u{447}'), // chcy
    NamedReference::one(6326, '\u{2713}'), // check
    NamedReference::one(6335, '\u{2713}'), // checkmark
    NamedReference::one(6338, '\u{3c7}'), // chi
    NamedReference::one(6341, '\u{25cb}'), // cir
    NamedReference::one(6345, '\u{29c3}'), // cirE
    NamedReference::one(6349, '\u{2c6}'), // circ
    NamedReference::one(6355, '\u{2257}'), // circeq
    NamedReference::one(6370, '\u{21ba}'), // circlearrowleft
    NamedReference::one(6386, '\u{21bb}'), // circlearrowright
    NamedReference::one(6394, '\u{ae}'), // circledR
    NamedReference::one(6402, '\u{24c8}'), // circledS
    NamedReference::one(6412, '\u{229b}'), // circledast
    NamedReference::one(6423, '\u{229a}'), // circledcirc
    NamedReference::one(6434, '\u{229d}'), // circleddash
    NamedReference::one(6438, '\u{2257}'), // cire
    NamedReference::one(6446, '\u{2a10}'), // cirfnint
    NamedReference::one(6452, '\u{2aef}'), // cirmid
    NamedReference::one(6459, '\u{29c2}'), // cirscir
    NamedReference::one(6464, '\u{2663}'), // clubs
    NamedReference::one(6472, '\u{2663}'), // clubsuit
    NamedReference::one(6477, '\u{3a}'), // colon
    NamedReference::one(6483, '\u{2254}'), // colone
    NamedReference::one(6490, '\u{2254}'), // coloneq
    NamedReference::one(6495, '\u{2c}'), // comma
    NamedReference::one(6501, '\u{40}'), // commat
    NamedReference::one(6505, '\u{2201}'), // comp
    NamedReference::one(6511, '\u{2218}'), // compfn
    NamedReference::one(6521, '\u{2201}'), // complement
    NamedReference::one(6530, '\u{2102}'), // complexes
    NamedReference::one(6534, '\u{2245}'), // cong
    NamedReference::one(6541, '\u{2a6d}'), // congdot
    NamedReference::one(6547, '\u{222e}'), // conint
    NamedReference::one(6551, '\u{1d554}'), // copf
    NamedReference::one(6557, '\u{2210}'), // coprod
    NamedReference::legacy(6561, '\u{a9}'), // copy
    NamedReference::one(6567, '\u{2117}'), // copysr
    NamedReference::one(6572, '\u{21b5}'), // crarr
    NamedReference::one(6577, '\u{2717}'), // cross
    NamedReference::one(6581, '\u{1d4b8}'), // cscr
    NamedReference::one(6585, '\u{2acf}'), // csub
    NamedReference::one(6590, '\u{2ad1}'), // csube
    NamedReference::one(6594, '\u{2ad0}'), // csup
    NamedReference::one(6599, '\u{2ad2}'), // csupe
    NamedReference::one(6604, '\u{22ef}'), // ctdot
    NamedReference::one(6611, '\u{2938}'), // cudarrl
    NamedReference::one(6618, '\u{2935}'), // cudarrr
    NamedReference::one(6623, '\u{22de}'), // cuepr
    NamedReference::one(6628, '\u{22df}'), // cuesc
    NamedReference::one(6634, '\u{21b6}'), // cularr
    NamedReference::one(6641, '\u{293d}'), // cularrp
    NamedReference::one(6644, '\u{222a}'), // cup
    NamedReference::one(6652, '\u{2a48}'), // cupbrcap
    NamedReference::one(6658, '\u{2a46}'), // cupcap
    NamedReference::one(6664, '\u{2a4a}'), // cupcup
    NamedReference::one(6670, '\u{228d}'), // cupdot
    NamedReference::one(6675, '\u{2a45}'), // cupor
    NamedReference::two(6679, '\u{222a}', '\u{fe00}'), // cups
    NamedReference::one(6685, '\u{21b7}'), // curarr
    NamedReference::one(6692, '\u{293c}'), // curarrm
    NamedReference::one(6703, '\u{22de}'), // curlyeqprec
    NamedReference::one(6714, '\u{22df}'), // curlyeqsucc
    NamedReference::one(6722, '\u{22ce}'), // curlyvee
    NamedReference::one(6732, '\u{22cf}'), // curlywedge
    NamedReference::legacy(6738, '\u{a4}'), // curren
    NamedReference::one(6752, '\u{21b6}'), // curvearrowleft
    NamedReference::one(6767, '\u{21b7}'), // curvearrowright
    NamedReference::one(6772, '\u{22ce}'), // cuvee
    NamedReference::one(6777, '\u{22cf}'), // cuwed
    NamedReference::one(6785, '\u{2232}'), // cwconint
    NamedReference::one(6790, '\u{2231}'), // cwint
    NamedReference::one(6796, '\u{232d}'), // cylcty
    NamedReference::one(6800, '\u{21d3}'), // dArr
    NamedReference::one(6804, '\u{2965}'), // dHar
    NamedReference::one(6810, '\u{2020}'), // dagger
    NamedReference::one(6816, '\u{2138}'), // daleth
    NamedReference::one(6820, '\u{2193}'), // darr
    NamedReference::one(6824, '\u{2010}'), // dash
    NamedReference::one(6829, '\u{22a3}'), // dashv
    NamedReference::one(6836, '\u{290f}'), // dbkarow
    NamedReference::one(6841, '\u{2dd}'), // dblac
    NamedReference::one(6847, '\u{10f}'), // dcaron
    NamedReference::one(6850, '\u{434}'), // dcy
    NamedReference::one(6852, '\u{2146}'), // dd
    NamedReference::one(6859, '\u{2021}'), // ddagger
    NamedReference::one(6864, '\u{21ca}'), // ddarr
    NamedReference::one(6871, '\u{2a77}'), // ddotseq
    NamedReference::legacy(6874, '\u{b0}'), // deg
    NamedReference::one(6879, '\u{3b4}'), // delta
    NamedReference::one(6886, '\u{29b1}'), // demptyv
    NamedReference::one(6892, '\u{297f}'), // dfisht
    NamedReference::one(6895, '\u{1d521}'), // dfr
    NamedReference::one(6900, '\u{21c3}'), // dharl
    NamedReference::one(6905, '\u{21c2}'), // dharr
    NamedReference::one(6909, '\u{22c4}'), // diam
    NamedReference::one(6916, '\u{22c4}'), // diamond
    NamedReference::one(6927, '\u{2666}'), // diamondsuit
    NamedReference::one(6932, '\u{2666}'), // diams
    NamedReference::one(6935, '\u{a8}'), // die
    NamedReference::one(6942, '\u{3dd}'), // digamma
    NamedReference::one(6947, '\u{22f2}'), // disin
    NamedReference::one(6950, '\u{f7}'), // div
    NamedReference::legacy(6956, '\u{f7}'), // divide
    NamedReference::one(6969, '\u{22c7}'), // divideontimes
    NamedReference::one(6975, '\u{22c7}'), // divonx
    NamedReference::one(6979, '\u{452}'), // djcy
    NamedReference::one(6985, '\u{231e}'), // dlcorn
    NamedReference::one(6991, '\u{230d}'), // dlcrop
    NamedReference::one(6997, '\u{24}'), // dollar
    NamedReference::one(7001, '\u{1d555}'), // dopf
    NamedReference::one(7004, '\u{2d9}'), // dot
    NamedReference::one(7009, '\u{2250}'), // doteq
    NamedReference::one(7017, '\u{2251}'), // doteqdot
    NamedReference::one(7025, '\u{2238}'), // dotminus
    NamedReference::one(7032, '\u{2214}'), // dotplus
    NamedReference::one(7041, '\u{22a1}'), // dotsquare
    NamedReference::one(7055, '\u{2306}'), // doublebarwedge
    NamedReference::one(7064, '\u{2193}'), // downarrow
    NamedReference::one(7078, '\u{21ca}'), // downdownarrows
    NamedReference::one(7093, '\u{21c3}'), // downharpoonleft
    NamedReference::one(7109, '\u{21c2}'), // downharpoonright
    NamedReference::one(7117, '\u{2910}'), // drbkarow
    NamedReference::one(7123, '\u{231f}'), // drcorn
    NamedReference::one(7129, '\u{230c}'), // drcrop
    NamedReference::one(7133, '\u{1d4b9}'), // dscr
    NamedReference::one(7137, '\u{455}'), // dscy
    NamedReference::one(7141, '\u{29f6}'), // dsol
    NamedReference::one(7147, '\u{111}'), // dstrok
    NamedReference::one(7152, '\u{22f1}'), // dtdot
    NamedReference::one(7156, '\u{25bf}'), // dtri
    NamedReference::one(7161, '\u{25be}'), // dtrif
    NamedReference::one(7166, '\u{21f5}'), // duarr
    NamedReference::one(7171, '\u{296f}'), // duhar
    NamedReference::one(7178, '\u{29a6}'), // dwangle
    NamedReference::one(7182, '\u{45f}'), // dzcy
    NamedReference::one(7190, '\u{27ff}'), // dzigrarr
    NamedReference::one(7195, '\u{2a77}'), // eDDot
    NamedReference::one(7199, '\u{2251}'), // eDot
    NamedReference::legacy(7205, '\u{e9}'), // eacute
    NamedReference::one(7211, '\u{2a6e}'), // easter
    NamedReference::one(7217, '\u{11b}'), // ecaron
    NamedReference::one(7221, '\u{2256}'), // ecir
    NamedReference::legacy(7226, '\u{ea}'), // ecirc
    NamedReference::one(7232, '\u{2255}'), // ecolon
    NamedReference::one(7235, '\u{44d}'), // ecy
    NamedReference::one(7239, '\u{117}'), // edot
    NamedReference::one(7241, '\u{2147}'), // ee
    NamedReference::one(7246, '\u{2252}'), // efDot
    NamedReference::one(7249, '\u{1d522}'), // efr
    NamedReference::one(7251, '\u{2a9a}'), // eg
    NamedReference::legacy(7257, '\u{e8}'), // egrave
    NamedReference::one(7260, '\u{2a96}'), // egs
    NamedReference::one(7266, '\u{2a98}'), // egsdot
    NamedReference::one(7268, '\u{2a99}'), // el
    NamedReference::one(7276, '\u{23e7}'), // elinters
    NamedReference::one(7279, '\u{2113}'), // ell
    NamedReference::one(7282, '\u{2a95}'), // els
    NamedReference::one(7288, '\u{2a97}'), // elsdot
    NamedReference::one(7293, '\u{113}'), // emacr
    NamedReference::one(7298, '\u{2205}'), // empty
    NamedReference::one(7306, '\u{2205}'), // emptyset
    NamedReference::one(7312, '\u{2205}'), // emptyv
    NamedReference::one(7316, '\u{2003}'), // emsp
    NamedReference::one(7322, '\u{2004}'), // emsp13
    NamedReference::one(7328, '\u{2005}'), // emsp14
    NamedReference::one(7331, '\u{14b}'), // eng
    NamedReference::one(7335, '\u{2002}'), // ensp
    NamedReference::one(7340, '\u{119}'), // eogon
    NamedReference::one(7344, '\u{1d556}'), // eopf
    NamedReference::one(7348, '\u{22d5}'), // epar
    NamedReference::one(7354, '\u{29e3}'), // eparsl
    NamedReference::one(7359, '\u{2a71}'), // eplus
    NamedReference::one(7363, '\u{3b5}'), // epsi
    NamedReference::one(7370, '\u{3b5}'), // epsilon
    NamedReference::one(7375, '\u{3f5}'), // epsiv
    NamedReference::one(7381, '\u{2256}'), // eqcirc
    NamedReference::one(7388, '\u{2255}'), // eqcolon
    NamedReference::one(7393, '\u{2242}'), // eqsim
    NamedReference::one(7403, '\u{2a96}'), // eqslantgtr
    NamedReference::one(7414, '\u{2a95}'), // eqslantless
    NamedReference::one(7420, '\u{3d}'), // equals
    NamedReference::one(7426, '\u{225f}'), // equest
    NamedReference::one(7431, '\u{2261}'), // equiv
    NamedReference::one(7438, '\u{2a78}'), // equivDD
    NamedReference::one(7446, '\u{29e5}'), // eqvparsl
    NamedReference::one(7451, '\u{2253}'), // erDot
    NamedReference::one(7456, '\u{2971}'), // erarr
    NamedReference::one(7460, '\u{212f}'), // escr
    NamedReference::one(7465, '\u{2250}'), // esdot
    NamedReference::one(7469, '\u{2242}'), // esim
    NamedReference::one(7472, '\u{3b7}'), // eta
    NamedReference::legacy(7475, '\u{f0}'), // eth
    NamedReference::legacy(7479, '\u{eb}'), // euml
    NamedReference::one(7483, '\u{20ac}'), // euro
    NamedReference::one(7487, '\u{21}'), // excl
    NamedReference::one(7492, '\u{2203}'), // exist
    NamedReference::one(7503, '\u{2130}'), // expectation
    NamedReference::one(7515, '\u{2147}'), // exponentiale
    NamedReference::one(7528, '\u{2252}'), // fallingdotseq
    NamedReference::one(7531, '\u{444}'), // fcy
    NamedReference::one(7537, '\u{2640}'), // female
    NamedReference::one(7543, '\u{fb03}'), // ffilig
    NamedReference::one(7548, '\u{fb00}'), // fflig
    NamedReference::one(7554, '\u{fb04}'), // ffllig
    NamedReference::one(7557, '\u{1d523}'), // ffr
    NamedReference::one(7562, '\u{fb01}'), // filig
    NamedReference::two(7567, '\u{66}', '\u{6a}'), // fjlig
    NamedReference::one(7571, '\u{266d}'), // flat
    NamedReference::one(7576, '\u{fb02}'), // fllig
    NamedReference::one(7581, '\u{25b1}'), // fltns
    NamedReference::one(7585, '\u{192}'), // fnof
    NamedReference::one(7589, '\u{1d557}'), // fopf
    NamedReference::one(7595, '\u{2200}'), // forall
    NamedReference::one(7599, '\u{22d4}'), // fork
    NamedReference::one(7604, '\u{2ad9}'), // forkv
    NamedReference::one(7612, '\u{2a0d}'), // fpartint
    NamedReference::legacy(7618, '\u{bd}'), // frac12
    NamedReference::one(7624, '\u{2153}'), // frac13
    NamedReference::legacy(7630, '\u{bc}'), // frac14
    NamedReference::one(7636, '\u{2155}'), // frac15
    NamedReference::one(7642, '\u{2159}'), // frac16
    NamedReference::one(7648, '\u{215b}'), // frac18
    NamedReference::one(7654, '\u{2154}'), // frac23
    NamedReference::one(7660, '\u{2156}'), // frac25
    NamedReference::legacy(7666, '\u{be}'), // frac34
    NamedReference::one(7672, '\u{2157}'), // frac35
    NamedReference::one(7678, '\u{215c}'), // frac38
    NamedReference::one(7684, '\u{2158}'), // frac45
    NamedReference::one(7690, '\u{215a}'), // frac56
    NamedReference::one(7696, '\u{215d}'), // frac58
    NamedReference::one(7702, '\u{215e}'), // frac78
    NamedReference::one(7707, '\u{2044}'), // frasl
    NamedReference::one(7712, '\u{2322}'), // frown
    NamedReference::one(7716, '\u{1d4bb}'), // fscr
    NamedReference::one(7718, '\u{2267}'), // gE
    NamedReference::one(7721, '\u{2a8c}'), // gEl
    NamedReference::one(7727, '\u{1f5}'), // gacute
    NamedReference::one(7732, '\u{3b3}'), // gamma
    NamedReference::one(7738, '\u{3dd}'), // gammad
    NamedReference::one(7741, '\u{2a86}'), // gap
    NamedReference::one(7747, '\u{11f}'), // gbreve
    NamedReference::one(7752, '\u{11d}'), // gcirc
    NamedReference::one(7755, '\u{433}'), // gcy
    NamedReference::one(7759, '\u{121}'), // gdot
    NamedReference::one(7761, '\u{2265}'), // ge
    NamedReference::one(7764, '\u{22db}'), // gel
    NamedReference::one(7767, '\u{2265}'), // geq
    NamedReference::one(7771, '\u{2267}'), // geqq
    NamedReference::one(7779, '\u{2a7e}'), // geqslant
    NamedReference::one(7782, '\u{2a7e}'), // ges
    NamedReference::one(7787, '\u{2aa9}'), // gescc
    NamedReference::one(7793, '\u{2a80}'), // gesdot
    NamedReference::one(7800, '\u{2a82}'), // gesdoto
    NamedReference::one(7808, '\u{2a84}'), // gesdotol
    NamedReference::two(7812, '\u{22db}', '\u{fe00}'), // gesl
    NamedReference::one(7818, '\u{2a94}'), // gesles
    NamedReference::one(7821, '\u{1d524}'), // gfr
    NamedReference::one(7823, '\u{226b}'), // gg
    NamedReference::one(7826, '\u{22d9}'), // ggg
    NamedReference::one(7831, '\u{2137}'), // gimel
    NamedReference::one(7835, '\u{453}'), // gjcy
    NamedReference::one(7837, '\u{2277}'), // gl
    NamedReference::one(7840, '\u{2a92}'), // glE
    NamedReference::one(7843, '\u{2aa5}'), // gla
    NamedReference::one(7846, '\u{2aa4}'), // glj
    NamedReference::one(7849, '\u{2269}'), // gnE
    NamedReference::one(7853, '\u{2a8a}'), // gnap
    NamedReference::one(7861, '\u{2a8a}'), // gnapprox
    NamedReference::one(7864, '\u{2a88}'), // gne
    NamedReference::one(7868, '\u{2a88}'), // gneq
    NamedReference::one(7873, '\u{2269}'), // gneqq
    NamedReference::one(7878, '\u{22e7}'), // gnsim
    NamedReference::one(7882, '\u{1d558}'), // gopf
    NamedReference::one(7887, '\u{60}'), // grave
    NamedReference::one(7891, '\u{210a}'), // gscr
    NamedReference::one(7895, '\u{2273}'), // gsim
    NamedReference::one(7900, '\u{2a8e}'), // gsime
    NamedReference::one(7905, '\u{2a90}'), // gsiml
    NamedReference::legacy(7907, '\u{3e}'), // gt
    NamedReference::one(7911, '\u{2aa7}'), // gtcc
    NamedReference::one(7916, '\u{2a7a}'), // gtcir
    NamedReference::one(7921, '\u{22d7}'), // gtdot
    NamedReference::one(7927, '\u{2995}'), // gtlPar
    NamedReference::one(7934, '\u{2a7c}'), // gtquest
    NamedReference::one(7943, '\u{2a86}'), // gtrapprox
    NamedReference::one(7949, '\u{2978}'), // gtrarr
    NamedReference::one(7955, '\u{22d7}'), // gtrdot
    NamedReference::one(7964, '\u{22db}'), // gtreqless
    NamedReference::one(7974, '\u{2a8c}'), // gtreqqless
    NamedReference::one(7981, '\u{2277}'), // gtrless
    NamedReference::one(7987, '\u{2273}'), // gtrsim
    NamedReference::two(7996, '\u{2269}', '\u{fe00}'), // gvertneqq
    NamedReference::two(8000, '\u{2269}', '\u{fe00}'), // gvnE
    NamedReference::one(8004, '\u{21d4}'), // hArr
    NamedReference::one(8010, '\u{200a}'), // hairsp
    NamedReference::one(8014, '\u{bd}'), // half
    NamedReference::one(8020, '\u{210b}'), // hamilt
    NamedReference::one(8026, '\u{44a}'), // hardcy
    NamedReference::one(8030, '\u{2194}'), // harr
    NamedReference::one(8037, '\u{2948}'), // harrcir
    NamedReference::one(8042, '\u{21ad}'), // harrw
    NamedReference::one(8046, '\u{210f}'), // hbar
    NamedReference::one(8051, '\u{125}'), // hcirc
    NamedReference::one(8057, '\u{2665}'), // hearts
    NamedReference::one(8066, '\u{2665}'), // heartsuit
    NamedReference::one(8072, '\u{2026}'), // hellip
    NamedReference::one(8078, '\u{22b9}'), // hercon
    NamedReference::one(8081, '\u{1d525}'), // hfr
    NamedReference::one(8089, '\u{2925}'), // hksearow
    NamedReference::one(8097, '\u{2926}'), // hkswarow
    NamedReference::one(8102, '\u{21ff}'), // hoarr
    NamedReference::one(8108, '\u{223b}'), // homtht
    NamedReference::one(8121, '\u{21a9}'), // hookleftarrow
    NamedReference::one(8135, '\u{21aa}'), // hookrightarrow
    NamedReference::one(8139, '\u{1d559}'), // hopf
    NamedReference::one(8145, '\u{2015}'), // horbar
    NamedReference::one(8149, '\u{1d4bd}'), // hscr
    NamedReference::one(8155, '\u{210f}'), // hslash
    NamedReference::one(8161, '\u{127}'), // hstrok
    NamedReference::one(8167, '\u{2043}'), // hybull
    NamedReference::one(8173, '\u{2010}'), // hyphen
    NamedReference::legacy(8179, '\u{ed}'), // iacute
    NamedReference::one(8181, '\u{2063}'), // ic
    NamedReference::legacy(8186, '\u{ee}'), // icirc
    NamedReference::one(8189, '\u{438}'), // icy
    NamedReference::one(8193, '\u{435}'), // iecy
    NamedReference::legacy(8198, '\u{a1}'), // iexcl
    NamedReference::one(8201, '\u{21d4}'), // iff
    NamedReference::one(8204, '\u{1d526}'), // ifr
    NamedReference::legacy(8210, '\u{ec}'), // igrave
    NamedReference::one(8212, '\u{2148}'), // ii
    NamedReference::one(8218, '\u{2a0c}'), // iiiint
    NamedReference::one(8223, '\u{222d}'), // iiint
    NamedReference::one(8229, '\u{29dc}'), // iinfin
    NamedReference::one(8234, '\u{2129}'), // iiota
    NamedReference::one(8239, '\u{133}'), // ijlig
    NamedReference::one(8244, '\u{12b}'), // imacr
    NamedReference::one(8249, '\u{2111}'), // image
    NamedReference::one(8257, '\u{2110}'), // imagline
    NamedReference::one(8265, '\u{2111}'), // imagpart
    NamedReference::one(8270, '\u{131}'), // imath
    NamedReference::one(8274, '\u{22b7}'), // imof
    NamedReference::one(8279, '\u{1b5}'), // imped
    NamedReference::one(8281, '\u{2208}'), // in
    NamedReference::one(8287, '\u{2105}'), // incare
    NamedReference::one(8292, '\u{221e}'), // infin
    NamedReference::one(8300, '\u{29dd}'), // infintie
    NamedReference::one(8306, '\u{131}'), // inodot
    NamedReference::one(8309, '\u{222b}'), // int
    NamedReference::one(8315, '\u{22ba}'), // intcal
    NamedReference::one(8323, '\u{2124}'), // integers
    NamedReference::one(8331, '\u{22ba}'), // intercal
    NamedReference::one(8339, '\u{2a17}'), // intlarhk
    NamedReference::one(8346, '\u{2a3c}'), // intprod
    NamedReference::one(8350, '\u{451}'), // iocy
    NamedReference::one(8355, '\u{12f}'), // iogon
    NamedReference::one(8359, '\u{1d55a}'), // iopf
    NamedReference::one(8363, '\u{3b9}'), // iota
    NamedReference::one(8368, '\u{2a3c}'), // iprod
    NamedReference::legacy(8374, '\u{bf}'), // iquest
    NamedReference::one(8378, '\u{1d4be}'), // iscr
    NamedReference::one(8382, '\u{2208}'), // isin
    NamedReference::one(8387, '\u{22f9}'), // isinE
    NamedReference::one(8394, '\u{22f5}'), // isindot
    NamedReference::one(8399, '\u{22f4}'), // isins
    NamedReference::one(8405, '\u{22f3}'), // isinsv
    NamedReference::one(8410, '\u{2208}'), // isinv
    NamedReference::one(8412, '\u{2062}'), // it
    NamedReference::one(8418, '\u{129}'), // itilde
    NamedReference::one(8423, '\u{456}'), // iukcy
    NamedReference::legacy(8427, '\u{ef}'), // iuml
    NamedReference::one(8432, '\u{135}'), // jcirc
    NamedReference::one(8435, '\u{439}'), // jcy
    NamedReference::one(8438, '\u{1d527}'), // jfr
    NamedReference::one(8443, '\u{237}'), // jmath
    NamedReference::one(8447, '\u{1d55b}'), // jopf
    NamedReference::one(8451, '\u{1d4bf}'), // jscr
    NamedReference::one(8457, '\u{458}'), // jsercy
    NamedReference::one(8462, '\u{454}'), // jukcy
    NamedReference::one(8467, '\u{3ba}'), // kappa
    NamedReference::one(8473, '\u{3f0}'), // kappav
    NamedReference::one(8479, '\u{137}'), // kcedil
    NamedReference::one(8482, '\u{43a}'), // kcy
    NamedReference::one(8485, '\u{1d528}'), // kfr
    NamedReference::one(8491, '\u{138}'), // kgreen
    NamedReference::one(8495, '\u{445}'), // khcy
    NamedReference::one(8499, '\u{45c}'), // kjcy
    NamedReference::one(8503, '\u{1d55c}'), // kopf
    NamedReference::one(8507, '\u{1d4c0}'), // kscr
    NamedReference::one(8512, '\u{21da}'), // lAarr
    NamedReference::one(8516, '\u{21d0}'), // lArr
    NamedReference::one(8522, '\u{291b}'), // lAtail
    NamedReference::one(8527, '\u{290e}'), // lBarr
    NamedReference::one(8529, '\u{2266}'), // lE
    NamedReference::one(8532, '\u{2a8b}'), // lEg
    NamedReference::one(8536, '\u{2962}'), // lHar
    NamedReference::one(8542, '\u{13a}'), // lacute
    NamedReference::one(8550, '\u{29b4}'), // laemptyv
    NamedReference::one(8556, '\u{2112}'), // lagran
    NamedReference::one(8562, '\u{3bb}'), // lambda
    NamedReference::one(8566, '\u{27e8}'), // lang
    NamedReference::one(8571, '\u{2991}'), // langd
    NamedReference::one(8577, '\u{27e8}'), // langle
    NamedReference::one(8580, '\u{2a85}'), // lap
    NamedReference::legacy(8585, '\u{ab}'), // laquo
    NamedReference::one(8589, '\u{2190}'), // larr
    NamedReference::one(8594, '\u{21e4}'), // larrb
    NamedReference::one(8601, '\u{291f}'), // larrbfs
    NamedReference::one(8607, '\u{291d}'), // larrfs
    NamedReference::one(8613, '\u{21a9}'), // larrhk
    NamedReference::one(8619, '\u{21ab}'), // larrlp
    NamedReference::one(8625, '\u{2939}'), // larrpl
    NamedReference::one(8632, '\u{2973}'), // larrsim
    NamedReference::one(8638, '\u{21a2}'), // larrtl
    NamedReference::one(8641, '\u{2aab}'), // lat
    NamedReference::one(8647, '\u{2919}'), // latail
    NamedReference::one(8651, '\u{2aad}'), // late
    NamedReference::two(8656, '\u{2aad}', '\u{fe00}'), // lates
    NamedReference::one(8661, '\u{290c}'), // lbarr
    NamedReference::one(8666, '\u{2772}'), // lbbrk
    NamedReference::one(8672, '\u{7b}'), // lbrace
    NamedReference::one(8678, '\u{5b}'), // lbrack
    NamedReference::one(8683, '\u{298b}'), // lbrke
    NamedReference::one(8690, '\u{298f}'), // lbrksld
    NamedReference::one(8697, '\u{298d}'), // lbrkslu
    NamedReference::one(8703, '\u{13e}'), // lcaron
    NamedReference::one(8709, '\u{13c}'), // lcedil
    NamedReference::one(8714, '\u{2308}'), // lceil
    NamedReference::one(8718, '\u{7b}'), // lcub
    NamedReference::one(8721, '\u{43b}'), // lcy
    NamedReference::one(8725, '\u{2936}'), // ldca
    NamedReference::one(8730, '\u{201c}'), // ldquo
    NamedReference::one(8736, '\u{201e}'), // ldquor
    NamedReference::one(8743, '\u{2967}'), // ldrdhar
    NamedReference::one(8751, '\u{294b}'), // ldrushar
    NamedReference::one(8755, '\u{21b2}'), // ldsh
    NamedReference::one(8757, '\u{2264}'), // le
    NamedReference::one(8766, '\u{2190}'), // leftarrow
    NamedReference::one(8779, '\u{21a2}'), // leftarrowtail
    NamedReference::one(8794, '\u{21bd}'), // leftharpoondown
    NamedReference::one(8807, '\u{21bc}'), // leftharpoonup
    NamedReference::one(8821, '\u{21c7}'), // leftleftarrows
    NamedReference::one(8835, '\u{2194}'), // leftrightarrow
    NamedReference::one(8850, '\u{21c6}'), // leftrightarrows
    NamedReference::one(8867, '\u{21cb}'), // leftrightharpoons
    NamedReference::one(8886, '\u{21ad}'), // leftrightsquigarrow
    NamedReference::one(8900, '\u{22cb}'), // leftthreetimes
    NamedReference::one(8903, '\u{22da}'), // leg
    NamedReference::one(8906, '\u{2264}'), // leq
    NamedReference::one(8910, '\u{2266}'), // leqq
    NamedReference::one(8918, '\u{2a7d}'), // leqslant
    NamedReference::one(8921, '\u{2a7d}'), // les
    NamedReference::one(8926, '\u{2aa8}'), // lescc
    NamedReference::one(8932, '\u{2a7f}'), // lesdot
    NamedReference::one(8939, '\u{2a81}'), // lesdoto
    NamedReference::one(8947, '\u{2a83}'), // lesdotor
    NamedReference::two(8951, '\u{22da}', '\u{fe00}'), // lesg
    NamedReference::one(8957, '\u{2a93}'), // lesges
    NamedReference::one(8967, '\u{2a85}'), // lessapprox
    NamedReference::one(8974, '\u{22d6}'), // lessdot
    NamedReference::one(8983, '\u{22da}'), // lesseqgtr
    NamedReference::one(8993, '\u{2a8b}'), // lesseqqgtr
    NamedReference::one(9000, '\u{2276}'), // lessgtr
    NamedReference::one(9007, '\u{2272}'), // lesssim
    NamedReference::one(9013, '\u{297c}'), // lfisht
    NamedReference::one(9019, '\u{230a}'), // lfloor
    NamedReference::one(9022, '\u{1d529}'), // lfr
    NamedReference::one(9024, '\u{2276}'), // lg
    NamedReference::one(9027, '\u{2a91}'), // lgE
    NamedReference::one(9032, '\u{21bd}'), // lhard
    NamedReference::one(9037, '\u{21bc}'), // lharu
    NamedReference::one(9043, '\u{296a}'), // lharul
    NamedReference::one(9048, '\u{2584}'), // lhblk
    NamedReference::one(9052, '\u{459}'), // ljcy
    NamedReference::one(9054, '\u{226a}'), // ll
    NamedReference::one(9059, '\u{21c7}'), // llarr
    NamedReference::one(9067, '\u{231e}'), // llcorner
    NamedReference::one(9073, '\u{296b}'), // llhard
    NamedReference::one(9078, '\u{25fa}'), // lltri
    NamedReference::one(9084, '\u{140}'), // lmidot
    NamedReference::one(9090, '\u{23b0}'), // lmoust
    NamedReference::one(9100, '\u{23b0}'), // lmoustache
    NamedReference::one(9103, '\u{2268}'), // lnE
    NamedReference::one(9107, '\u{2a89}'), // lnap
    NamedReference::one(9115, '\u{2a89}'), // lnapprox
    NamedReference::one(9118, '\u{2a87}'), // lne
    NamedReference::one(9122, '\u{2a87}'), // lneq
    NamedReference::one(9127, '\u{2268}'), // lneqq
    NamedReference::one(9132, '\u{22e6}'), // lnsim
    NamedReference::one(9137, '\u{27ec}'), // loang
    NamedReference::one(9142, '\u{21fd}'), // loarr
    NamedReference::one(9147, '\u{27e6}'), // lobrk
    NamedReference::one(9160, '\u{27f5}'), // longleftarrow
    NamedReference::one(9178, '\u{27f7}'), // longleftrightarrow
    NamedReference::one(9188, '\u{27fc}'), // longmapsto
    NamedReference::one(9202, '\u{27f6}'), // longrightarrow
    NamedReference::one(9215, '\u{21ab}'), // looparrowleft
    NamedReference::one(9229, '\u{21ac}'), // looparrowright
    NamedReference::one(9234, '\u{2985}'), // lopar
    NamedReference::one(9238, '\u{1d55d}'), // lopf
    NamedReference::one(9244, '\u{2a2d}'), // loplus
    NamedReference::one(9251, '\u{2a34}'), // lotimes
    NamedReference::one(9257, '\u{2217}'), // lowast
    NamedReference::one(9263, '\u{5f}'), // lowbar
    NamedReference::one(9266, '\u{25ca}'), // loz
    NamedReference::one(9273, '\u{25ca}'), // lozenge
    NamedReference::one(9277, '\u{29eb}'), // lozf
    NamedReference::one(9281, '\u{28}'), // lpar
    NamedReference::one(9287, '\u{2993}'), // lparlt
    NamedReference::one(9292, '\u{21c6}'), // lrarr
    NamedReference::one(9300, '\u{231f}'), // lrcorner
    NamedReference::one(9305, '\u{21cb}'), // lrhar
    NamedReference::one(9311, '\u{296d}'), // lrhard
    NamedReference::one(9314, '\u{200e}'), // lrm
    NamedReference::one(9319, '\u{22bf}'), // lrtri
    NamedReference::one(9325, '\u{2039}'), // lsaquo
    NamedReference::one(9329, '\u{1d4c1}'), // lscr
    NamedReference::one(9332, '\u{21b0}'), // lsh
    NamedReference::one(9336, '\u{2272}'), // lsim
    NamedReference::one(9341, '\u{2a8d}'), // lsime
    NamedReference::one(9346, '\u{2a8f}'), // lsimg
    NamedReference::one(9350, '\u{5b}'), // lsqb
    NamedReference::one(9355, '\u{2018}'), // lsquo
    NamedReference::one(9361, '\u{201a}'), // lsquor
    NamedReference::one(9367, '\u{142}'), // lstrok
    NamedReference::legacy(9369, '\u{3c}'), // lt
    NamedReference::one(9373, '\u{2aa6}'), // ltcc
    NamedReference::one(9378, '\u{2a79}'), // ltcir
    NamedReference::one(9383, '\u{22d6}'), // ltdot
    NamedReference::one(9389, '\u{22cb}'), // lthree
    NamedReference::one(9395, '\u{22c9}'), // ltimes
    NamedReference::one(9401, '\u{2976}'), // ltlarr
    NamedReference::one(9408, '\u{2a7b}'), // ltquest
    NamedReference::one(9414, '\u{2996}'), // ltrPar
    NamedReference::one(9418, '\u{25c3}'), // ltri
    NamedReference::one(9423, '\u{22b4}'), // ltrie
    NamedReference::one(9428, '\u{25c2}'), // ltrif
    NamedReference::one(9436, '\u{294a}'), // lurdshar
    NamedReference::one(9443, '\u{2966}'), // luruhar
    NamedReference::two(9452, '\u{2268}', '\u{fe00}'), // lvertneqq
    NamedReference::two(9456, '\u{2268}', '\u{fe00}'), // lvnE
    NamedReference::one(9461, '\u{223a}'), // mDDot
    NamedReference::legacy(9465, '\u{af}'), // macr
    NamedReference::one(9469, '\u{2642}'), // male
    NamedReference::one(9473, '\u{2720}'), // malt
    NamedReference::one(9480, '\u{2720}'), // maltese
    NamedReference::one(9483, '\u{21a6}'), // map
    NamedReference::one(9489, '\u{21a6}'), // mapsto
    NamedReference::one(9499, '\u{21a7}'), // mapstodown
    NamedReference::one(9509, '\u{21a4}'), // mapstoleft
    NamedReference::one(9517, '\u{21a5}'), // mapstoup
    NamedReference::one(9523, '\u{25ae}'), // marker
    NamedReference::one(9529, '\u{2a29}'), // mcomma
    NamedReference::one(9532, '\u{43c}'), // mcy
    NamedReference::one(9537, '\u{2014}'), // mdash
    NamedReference::one(9550, '\u{2221}'), // measuredangle
    NamedReference::one(9553, '\u{1d52a}'), // mfr
    NamedReference::one(9556, '\u{2127}'), // mho
    NamedReference::legacy(9561, '\u{b5}'), // micro
    NamedReference::one(9564, '\u{2223}'), // mid
    NamedReference::one(9570, '\u{2a}'), // midast
    NamedReference::one(9576, '\u{2af0}'), // midcir
    NamedReference::legacy(9582, '\u{b7}'), // middot
    NamedReference::one(9587, '\u{2212}'), // minus
    NamedReference::one(9593, '\u{229f}'), // minusb
    NamedReference::one(9599, '\u{2238}'), // minusd
    NamedReference::one(9606, '\u{2a2a}'), // minusdu
    NamedReference::one(9610, '\u{2adb}'), // mlcp
    NamedReference::one(9614, '\u{2026}'), // mldr
    NamedReference::one(9620, '\u{2213}'), // mnplus
    NamedReference::one(9626, '\u{22a7}'), // models
    NamedReference::one(9630, '\u{1d55e}'), // mopf
    NamedReference::one(9632, '\u{2213}'), // mp
    NamedReference::one(9636, '\u{1d4c2}'), // mscr
    NamedReference::one(9642, '\u{223e}'), // mstpos
    NamedReference::one(9644, '\u{3bc}'), // mu
    NamedReference::one(9652, '\u{22b8}'), // multimap
    NamedReference::one(9657, '\u{22b8}'), // mumap
    NamedReference::two(9660, '\u{22d9}', '\u{338}'), // nGg
    NamedReference::two(9663, '\u{226b}', '\u{20d2}'), // nGt
    NamedReference::two(9667, '\u{226b}', '\u{338}'), // nGtv
    NamedReference::one(9677, '\u{21cd}'), // nLeftarrow
    NamedReference::one(9692, '\u{21ce}'), // nLeftrightarrow
    NamedReference::two(9695, '\u{22d8}', '\u{338}'), // nLl
    NamedReference::two(9698, '\u{226a}', '\u{20d2}'), // nLt
    NamedReference::two(9702, '\u{226a}', '\u{338}'), // nLtv
    NamedReference::one(9713, '\u{21cf}'), // nRightarrow
    NamedReference::one(9719, '\u{22af}'), // nVDash
    NamedReference::one(9725, '\u{22ae}'), // nVdash
    NamedReference::one(9730, '\u{2207}'), // nabla
    NamedReference::one(9736, '\u{144}'), // nacute
    NamedReference::two(9740, '\u{2220}', '\u{20d2}'), // nang
    NamedReference::one(9743, '\u{2249}'), // nap
    NamedReference::two(9747, '\u{2a70}', '\u{338}'), // napE
    NamedReference::two(9752, '\u{224b}', '\u{338}'), // napid
    NamedReference::one(9757, '\u{149}'), // napos
    NamedReference::one(9764, '\u{2249}'), // napprox
    NamedReference::one(9769, '\u{266e}'), // natur
    NamedReference::one(9776, '\u{266e}'), // natural
    NamedReference::one(9784, '\u{2115}'), // naturals
    NamedReference::legacy(9788, '\u{a0}'), // nbsp
    NamedReference::two(9793, '\u{224e}', '\u{338}'), // nbump
    NamedReference::two(9799, '\u{224f}', '\u{338}'), // nbumpe
    NamedReference::one(9803, '\u{2a43}'), // ncap
    NamedReference::one(9809, '\u{148}'), // ncaron
    NamedReference::one(9815, '\u{146}'), // ncedil
    NamedReference::one(9820, '\u{2247}'), // ncong
    NamedReference::two(9828, '\u{2a6d}', '\u{338}'), // ncongdot
    NamedReference::one(9832, '\u{2a42}'), // ncup
    NamedReference::one(9835, '\u{43d}'), // ncy
    NamedReference::one(9840, '\u{2013}'), // ndash
    NamedReference::one(9842, '\u{2260}'), // ne
    NamedReference::one(9847, '\u{21d7}'), // neArr
    NamedReference::one(9853, '\u{2924}'), // nearhk
    NamedReference::one(9858, '\u{2197}'), // nearr
    NamedReference::one(9865, '\u{2197}'), // nearrow
    NamedReference::two(9870, '\u{2250}', '\u{338}'), // nedot
    NamedReference::one(9876, '\u{2262}'), // nequiv
    NamedReference::one(9882, '\u{2928}'), // nesear
    NamedReference::two(9887, '\u{2242}', '\u{338}'), // nesim
    NamedReference::one(9893, '\u{2204}'), // nexist
    NamedReference::one(9900, '\u{2204}'), // nexists
    NamedReference::one(9903, '\u{1d52b}'), // nfr
    NamedReference::two(9906, '\u{2267}', '\u{338}'), // ngE
    NamedReference::one(9909, '\u{2271}'), // nge
    NamedReference::one(9913, '\u{2271}'), // ngeq
    NamedReference::two(9918, '\u{2267}', '\u{338}'), // ngeqq
    NamedReference::two(9927, '\u{2a7e}', '\u{338}'), // ngeqslant
    NamedReference::two(9931, '\u{2a7e}', '\u{338}'), // nges
    NamedReference::one(9936, '\u{2275}'), // ngsim
    NamedReference::one(9939, '\u{226f}'), // ngt
    NamedReference::one(9943, '\u{226f}'), // ngtr
    NamedReference::one(9948, '\u{21ce}'), // nhArr
    NamedReference::one(9953, '\u{21ae}'), // nharr
    NamedReference::one(9958, '\u{2af2}'), // nhpar
    NamedReference::one(9960, '\u{220b}'), // ni
    NamedReference::one(9963, '\u{22fc}'), // nis
    NamedReference::one(9967, '\u{22fa}'), // nisd
    NamedReference::one(9970, '\u{220b}'), // niv
    NamedReference::one(9974, '\u{45a}'), // njcy
    NamedReference::one(9979, '\u{21cd}'), // nlArr
    NamedReference::two(9982, '\u{2266}', '\u{338}'), // nlE
    NamedReference::one(9987, '\u{219a}'), // nlarr
    NamedReference::one(9991, '\u{2025}'), // nldr
    NamedReference::one(9994, '\u{2270}'), // nle
    NamedReference::one(10004, '\u{219a}'), // nleftarrow
    NamedReference::one(10019, '\u{21ae}'), // nleftrightarrow
    NamedReference::one(10023, '\u{2270}'), // nleq
    NamedReference::two(10028, '\u{2266}', '\u{338}'), // nleqq
    NamedReference::two(10037, '\u{2a7d}', '\u{338}'), // nleqslant
    NamedReference::two(10041, '\u{2a7d}', '\u{338}'), // nles
    NamedReference::one(10046, '\u{226e}'), // nless
    NamedReference::one(10051, '\u{2274}'), // nlsim
    NamedReference::one(10054, '\u{226e}'), // nlt
    NamedReference::one(10059, '\u{22ea}'), // nltri
    NamedReference::one(10065, '\u{22ec}'), // nltrie
    NamedReference::one(10069, '\u{2224}'), // nmid
    NamedReference::one(10073, '\u{1d55f}'), // nopf
    NamedReference::legacy(10076, '\u{ac}'), // not
    NamedReference::one(10081, '\u{2209}'), // notin
    NamedReference::two(10087, '\u{22f9}', '\u{338}'), // notinE
    NamedReference::two(10095, '\u{22f5}', '\u{338}'), // notindot
    NamedReference::one(10102, '\u{2209}'), // notinva
    NamedReference::one(10109, '\u{22f7}'), // notinvb
    NamedReference::one(10116, '\u{22f6}'), // notinvc
    NamedReference::one(10121, '\u{220c}'), // notni
    NamedReference::one(10128, '\u{220c}'), // notniva
    NamedReference::one(10135, '\u{22fe}'), // notnivb
    NamedReference::one(10142, '\u{22fd}'), // notnivc
    NamedReference::one(10146, '\u{2226}'), // npar
    NamedReference::one(10155, '\u{2226}'), // nparallel
    NamedReference::two(10161, '\u{2afd}', '\u{20e5}'), // nparsl
    NamedReference::two(10166, '\u{2202}', '\u{338}'), // npart
    NamedReference::one(10173, '\u{2a14}'), // npolint
    NamedReference::one(10176, '\u{2280}'), // npr
    NamedReference::one(10182, '\u{22e0}'), // nprcue
    NamedReference::two(10186, '\u{2aaf}', '\u{338}'), // npre
    NamedReference::one(10191, '\u{2280}'), // nprec
    NamedReference::two(10198, '\u{2aaf}', '\u{338}'), // npreceq
    NamedReference::one(10203, '\u{21cf}'), // nrArr
    NamedReference::one(10208, '\u{219b}'), // nrarr
    NamedReference::two(10214, '\u{2933}', '\u{338}'), // nrarrc
    NamedReference::two(10220, '\u{219d}', '\u{338}'), // nrarrw
    NamedReference::one(10231, '\u{219b}'), // nrightarrow
    NamedReference::one(10236, '\u{22eb}'), // nrtri
    NamedReference::one(10242, '\u{22ed}'), // nrtrie
    NamedReference::one(10245, '\u{2281}'), // nsc
    NamedReference::one(10251, '\u{22e1}'), // nsccue
    NamedReference::two(10255, '\u{2ab0}', '\u{338}'), // nsce
    NamedReference::one(10259, '\u{1d4c3}'), // nscr
    NamedReference::one(10268, '\u{2224}'), // nshortmid
    NamedReference::one(10282, '\u{2226}'), // nshortparallel
    NamedReference::one(10286, '\u{2241}'), // nsim
    NamedReference::one(10291, '\u{2244}'), // nsime
    NamedReference::one(10297, '\u{2244}'), // nsimeq
    NamedReference::one(10302, '\u{2224}'), // nsmid
    NamedReference::one(10307, '\u{2226}'), // nspar
    NamedReference::one(10314, '\u{22e2}'), // nsqsube
    NamedReference::one(10321, '\u{22e3}'), // nsqsupe
    NamedReference::one(10325, '\u{2284}'), // nsub
    NamedReference::two(10330, '\u{2ac5}', '\u{338}'), // nsubE
    NamedReference::one(10335, '\u{2288}'), // nsube
    NamedReference::two(10342, '\u{2282}', '\u{20d2}'), // nsubset
    NamedReference::one(10351, '\u{2288}'), // nsubseteq
    NamedReference::two(10361, '\u{2ac5}', '\u{338}'), // nsubseteqq
    NamedReference::one(10366, '\u{2281}'), // nsucc
    NamedReference::two(10373, '\u{2ab0}', '\u{338}'), // nsucceq
    NamedReference::one(10377, '\u{2285}'), // nsup
    NamedReference::two(10382, '\u{2ac6}', '\u{338}'), // nsupE
    NamedReference::one(10387, '\u{2289}'), // nsupe
    NamedReference::two(10394, '\u{2283}', '\u{20d2}'), // nsupset
    NamedReference::one(10403, '\u{2289}'), // nsupseteq
    NamedReference::two(10413, '\u{2ac6}', '\u{338}'), // nsupseteqq
    NamedReference::one(10417, '\u{2279}'), // ntgl
    NamedReference::legacy(10423, '\u{f1}'), // ntilde
    NamedReference::one(10427, '\u{2278}'), // ntlg
    NamedReference::one(10440, '\u{22ea}'), // ntriangleleft
    NamedReference::one(10455, '\u{22ec}'), // ntrianglelefteq
    NamedReference::one(10469, '\u{22eb}'), // ntriangleright
    NamedReference::one(10485, '\u{22ed}'), // ntrianglerighteq
    NamedReference::one(10487, '\u{3bd}'), // nu
    NamedReference::one(10490, '\u{23}'), // num
    NamedReference::one(10496, '\u{2116}'), // numero
    NamedReference::one(10501, '\u{2007}'), // numsp
    NamedReference::one(10507, '\u{22ad}'), // nvDash
    NamedReference::one(10513, '\u{2904}'), // nvHarr
    NamedReference::two(10517, '\u{224d}', '\u{20d2}'), // nvap
    NamedReference::one(10523, '\u{22ac}'), // nvdash
    NamedReference::two(10527, '\u{2265}', '\u{20d2}'), // nvge
    NamedReference::two(10531, '\u{3e}', '\u{20d2}'), // nvgt
    NamedReference::one(10538, '\u{29de}'), // nvinfin
    NamedReference::one(10544, '\u{2902}'), // nvlArr
    NamedReference::two(10548, '\u{2264}', '\u{20d2}'), // nvle
    NamedReference::two(10552, '\u{3c}', '\u{20d2}'), // nvlt
    NamedReference::two(10559, '\u{22b4}', '\u{20d2}'), // nvltrie
    NamedReference::one(10565, '\u{2903}'), // nvrArr
    NamedReference::two(10572, '\u{22b5}', '\u{20d2}'), // nvrtrie
    NamedReference::two(10577, '\u{223c}', '\u{20d2}'), // nvsim
    NamedReference::one(10582, '\u{21d6}'), // nwArr
    NamedReference::one(10588, '\u{2923}'), // nwarhk
    NamedReference::one(10593, '\u{2196}'), // nwarr
    NamedReference::one(10600, '\u{2196}'), // nwarrow
    NamedReference::one(10606, '\u{2927}'), // nwnear
    NamedReference::one(10608, '\u{24c8}'), // oS
    NamedReference::legacy(10614, '\u{f3}'), // oacute
    NamedReference::one(10618, '\u{229b}'), // oast
    NamedReference::one(10622, '\u{229a}'), // ocir
    NamedReference::legacy(10627, '\u{f4}'), // ocirc
    NamedReference::one(10630, '\u{43e}'), // ocy
    NamedReference::one(10635, '\u{229d}'), // odash
    NamedReference::one(10641, '\u{151}'), // odblac
    NamedReference::one(10645, '\u{2a38}'), // odiv
    NamedReference::one(10649, '\u{2299}'), // odot
    NamedReference::one(10655, '\u{29bc}'), // odsold
    NamedReference::one(10660, '\u{153}'), // oelig
    NamedReference::one(10665, '\u{29bf}'), // ofcir
    NamedReference::one(10668, '\u{1d52c}'), // ofr
    NamedReference::one(10672, '\u{2db}'), // ogon
    NamedReference::legacy(10678, '\u{f2}'), // ograve
    NamedReference::one(10681, '\u{29c1}'), // ogt
    NamedReference::one(10686, '\u{29b5}'), // ohbar
    NamedReference::one(10689, '\u{3a9}'), // ohm
    NamedReference::one(10693, '\u{222e}'), // oint
    NamedReference::one(10698, '\u{21ba}'), // olarr
    NamedReference::one(10703, '\u{29be}'), // olcir
    NamedReference::one(10710, '\u{29bb}'), // olcross
    NamedReference::one(10715, '\u{203e}'), // oline
    NamedReference::one(10718, '\u{29c0}'), // olt
    NamedReference::one(10723, '\u{14d}'), // omacr
    NamedReference::one(10728, '\u{3c9}'), // omega
    NamedReference::one(10735, '\u{3bf}'), // omicron
    NamedReference::one(10739, '\u{29b6}'), // omid
    NamedReference::one(10745, '\u{2296}'), // ominus
    NamedReference::one(10749, '\u{1d560}'), // oopf
    NamedReference::one(10753, '\u{29b7}'), // opar
    NamedReference::one(10758, '\u{29b9}'), // operp
    NamedReference::one(10763, '\u{2295}'), // oplus
    NamedReference::one(10765, '\u{2228}'), // or
    NamedReference::one(10770, '\u{21bb}'), // orarr
    NamedReference::one(10773, '\u{2a5d}'), // ord
    NamedReference::one(10778, '\u{2134}'), // order
    NamedReference::one(10785, '\u{2134}'), // orderof
    NamedReference::legacy(10789, '\u{aa}'), // ordf
    NamedReference::legacy(10793, '\u{ba}'), // ordm
    NamedReference::one(10799, '\u{22b6}'), // origof
    NamedReference::one(10803, '\u{2a56}'), // oror
    NamedReference::one(10810, '\u{2a57}'), // orslope
    NamedReference::one(10813, '\u{2a5b}'), // orv
    NamedReference::one(10817, '\u{2134}'), // oscr
    NamedReference::legacy(10823, '\u{f8}'), // oslash
    NamedReference::one(10827, '\u{2298}'), // osol
    NamedReference::legacy(10833, '\u{f5}'), // otilde
    NamedReference::one(10839, '\u{2297}'), // otimes
    NamedReference::one(10847, '\u{2a36}'), // otimesas
    NamedReference::legacy(10851, '\u{f6}'), // ouml
    NamedReference::one(10856, '\u{233d}'), // ovbar
    NamedReference::one(10859, '\u{2225}'), // par
    NamedReference::legacy(10863, '\u{b6}'), // para
    NamedReference::one(10871, '\u{2225}'), // parallel
    NamedReference::one(10877, '\u{2af3}'), // parsim
    NamedReference::one(10882, '\u{2afd}'), // parsl
    NamedReference::one(10886, '\u{2202}'), // part
    NamedReference::one(10889, '\u{43f}'), // pcy
    NamedReference::one(10895, '\u{25}'), // percnt
    NamedReference::one(10901, '\u{2e}'), // period
    NamedReference::one(10907, '\u{2030}'), // permil
    NamedReference::one(10911, '\u{22a5}'), // perp
    NamedReference::one(10918, '\u{2031}'), // pertenk
    NamedReference::one(10921, '\u{1d52d}'), // pfr
    NamedReference::one(10924, '\u{3c6}'), // phi
    NamedReference::one(10928, '\u{3d5}'), // phiv
    NamedReference::one(10934, '\u{2133}'), // phmmat
    NamedReference::one(10939, '\u{260e}'), // phone
    NamedReference::one(10941, '\u{3c0}'), // pi
    NamedReference::one(10950, '\u{22d4}'), // pitchfork
    NamedReference::one(10953, '\u{3d6}'), // piv
    NamedReference::one(10959, '\u{210f}'), // planck
    NamedReference::one(10966, '\u{210e}'), // planckh
    NamedReference::one(10972, '\u{210f}'), // plankv
    NamedReference::one(10976, '\u{2b}'), // plus
    NamedReference::one(10984, '\u{2a23}'), // plusacir
    NamedReference::one(10989, '\u{229e}'), // plusb
    NamedReference::one(10996, '\u{2a22}'), // pluscir
    NamedReference::one(11002, '\u{2214}'), // plusdo
    NamedReference::one(11008, '\u{2a25}'), // plusdu
    NamedReference::one(11013, '\u{2a72}'), // pluse
    NamedReference::legacy(11019, '\u{b1}'), // plusmn
    NamedReference::one(11026, '\u{2a26}'), // plussim
    NamedReference::one(11033, '\u{2a27}'), // plustwo
    NamedReference::one(11035, '\u{b1}'), // pm
    NamedReference::one(11043, '\u{2a15}'), // pointint
    NamedReference::one(11047, '\u{1d561}'), // popf
    NamedReference::legacy(11052, '\u{a3}'), // pound
    NamedReference::one(11054, '\u{227a}'), // pr
    NamedReference::one(11057, '\u{2ab3}'), // prE
    NamedReference::one(11061, '\u{2ab7}'), // prap
    NamedReference::one(11066, '\u{227c}'), // prcue
    NamedReference::one(11069, '\u{2aaf}'), // pre
    NamedReference::one(11073, '\u{227a}'), // prec
    NamedReference::one(11083, '\u{2ab7}'), // precapprox
    NamedReference::one(11094, '\u{227c}'), // preccurlyeq
    NamedReference::one(11100, '\u{2aaf}'), // preceq
    NamedReference::one(11111, '\u{2ab9}'), // precnapprox
    NamedReference::one(11119, '\u{2ab5}'), // precneqq
    NamedReference::one(11127, '\u{22e8}'), // precnsim
    NamedReference::one(11134, '\u{227e}'), // precsim
    NamedReference::one(11139, '\u{2032}'), // prime
    NamedReference::one(11145, '\u{2119}'), // primes
    NamedReference::one(11149, '\u{2ab5}'), // prnE
    NamedReference::one(11154, '\u{2ab9}'), // prnap
    NamedReference::one(11160, '\u{22e8}'), // prnsim
    NamedReference::one(11164, '\u{220f}'), // prod
    NamedReference::one(11172, '\u{232e}'), // profalar
    NamedReference::one(11180, '\u{2312}'), // profline
    NamedReference::one(11188, '\u{2313}'), // profsurf
    NamedReference::one(11192, '\u{221d}'), // prop
    NamedReference::one(11198, '\u{221d}'), // propto
    NamedReference::one(11203, '\u{227e}'), // prsim
    NamedReference::one(11209, '\u{22b0}'), // prurel
    NamedReference::one(11213, '\u{1d4c5}'), // pscr
    NamedReference::one(11216, '\u{3c8}'), // psi
    NamedReference::one(11222, '\u{2008}'), // puncsp
    NamedReference::one(11225, '\u{1d52e}'), // qfr
    NamedReference::one(11229, '\u{2a0c}'), // qint
    NamedReference::one(11233, '\u{1d562}'), // qopf
    NamedReference::one(11239, '\u{2057}'), // qprime
    NamedReference::one(11243, '\u{1d4c6}'), // qscr
    NamedReference::one(11254, '\u{210d}'), // quaternions
    NamedReference::one(11261, '\u{2a16}'), // quatint
    NamedReference::one(11266, '\u{3f}'), // quest
    NamedReference::one(11273, '\u{225f}'), // questeq
    NamedReference::legacy(11277, '\u{22}'), // quot
    NamedReference::one(11282, '\u{21db}'), // rAarr
    NamedReference::one(11286, '\u{21d2}'), // rArr
    NamedReference::one(11292, '\u{291c}'), // rAtail
    NamedReference::one(11297, '\u{290f}'), // rBarr
    NamedReference::one(11301, '\u{2964}'), // rHar
    NamedReference::two(11305, '\u{223d}', '\u{331}'), // race
    NamedReference::one(11311, '\u{155}'), // racute
    NamedReference::one(11316, '\u{221a}'), // radic
    NamedReference::one(11324, '\u{29b3}'), // raemptyv
    NamedReference::one(11328, '\u{27e9}'), // rang
    NamedReference::one(11333, '\u{2992}'), // rangd
    NamedReference::one(11338, '\u{29a5}'), // range
    NamedReference::one(11344, '\u{27e9}'), // rangle
    NamedReference::legacy(11349, '\u{bb}'), // raquo
    NamedReference::one(11353, '\u{2192}'), // rarr
    NamedReference::one(11359, '\u{2975}'), // rarrap
    NamedReference::one(11364, '\u{21e5}'), // rarrb
    NamedReference::one(11371, '\u{2920}'), // rarrbfs
    NamedReference::one(11376, '\u{2933}'), // rarrc
    NamedReference::one(11382, '\u{291e}'), // rarrfs
    NamedReference::one(11388, '\u{21aa}'), // rarrhk
    NamedReference::one(11394, '\u{21ac}'), // rarrlp
    NamedReference::one(11400, '\u{2945}'), // rarrpl
    NamedReference::one(11407, '\u{2974}'), // rarrsim
    NamedReference::one(11413, '\u{21a3}'), // rarrtl
    NamedReference::one(11418, '\u{219d}'), // rarrw
    NamedReference::one(11424, '\u{291a}'), // ratail
    NamedReference::one(11429, '\u{2236}'), // ratio
    NamedReference::one(11438, '\u{211a}'), // rationals
    NamedReference::one(11443, '\u{290d}'), // rbarr
    NamedReference::one(11448, '\u{2773}'), // rbbrk
    NamedReference::one(11454, '\u{7d}'), // rbrace
    NamedReference::one(11460, '\u{5d}'), // rbrack
    NamedReference::one(11465, '\u{298c}'), // rbrke
    NamedReference::one(11472, '\u{298e}'), // rbrksld
    NamedReference::one(11479, '\u{2990}'), // rbrkslu
    NamedReference::one(11485, '\u{159}'), // rcaron
    NamedReference::one(11491, '\u{157}'), // rcedil
    NamedReference::one(11496, '\u{2309}'), // rceil
    NamedReference::one(11500, '\u{7d}'), // rcub
    NamedReference::one(11503, '\u{440}'), // rcy
    NamedReference::one(11507, '\u{2937}'), // rdca
    NamedReference::one(11514, '\u{2969}'), // rdldhar
    NamedReference::one(11519, '\u{201d}'), // rdquo
    NamedReference::one(11525, '\u{201d}'), // rdquor
    NamedReference::one(11529, '\u{21b3}'), // rdsh
    NamedReference::one(11533, '\u{211c}'), // real
    NamedReference::one(11540, '\u{211b}'), // realine
    NamedReference::one(11548, '\u{211c}'), // realpart
    NamedReference::one(11553, '\u{211d}'), // reals
    NamedReference::one(11557, '\u{25ad}'), // rect
    NamedReference::legacy(11560, '\u{ae}'), // reg
    NamedReference::one(11566, '\u{297d}'), // rfisht
    NamedReference::one(11572, '\u{230b}'), // rfloor
    NamedReference::one(11575, '\u{1d52f}'), // rfr
    NamedReference::one(11580, '\u{21c1}'), // rhard
    NamedReference::one(11585, '\u{21c0}'), // rharu
    NamedReference::one(11591, '\u{296c}'), // rharul
    NamedReference::one(11594, '\u{3c1}'), // rho
    NamedReference::one(11598, '\u{3f1}'), // rhov
    NamedReference::one(11608, '\u{2192}'), // rightarrow
    NamedReference::one(11622, '\u{21a3}'), // rightarrowtail
    NamedReference::one(11638, '\u{21c1}'), // rightharpoondown
    NamedReference::one(11652, '\u{21c0}'), // rightharpoonup
    NamedReference::one(11667, '\u{21c4}'), // rightleftarrows
    NamedReference::one(11684, '\u{21cc}'), // rightleftharpoons
    NamedReference::one(11700, '\u{21c9}'), // rightrightarrows
    NamedReference::one(11715, '\u{219d}'), // rightsquigarrow
    NamedReference::one(11730, '\u{22cc}'), // rightthreetimes
    NamedReference::one(11734, '\u{2da}'), // ring
    NamedReference::one(11746, '\u{2253}'), // risingdotseq
    NamedReference::one(11751, '\u{21c4}'), // rlarr
    NamedReference::one(11756, '\u{21cc}'), // rlhar
    NamedReference::one(11759, '\u{200f}'), // rlm
    NamedReference::one(11765, '\u{23b1}'), // rmoust
    NamedReference::one(11775, '\u{23b1}'), // rmoustache
    NamedReference::one(11780, '\u{2aee}'), // rnmid
    NamedReference::one(11785, '\u{27ed}'), // roang
    NamedReference::one(11790, '\u{21fe}'), // roarr
    NamedReference::one(11795, '\u{27e7}'), // robrk
    NamedReference::one(11800, '\u{2986}'), // ropar
    NamedReference::one(11804, '\u{1d563}'), // ropf
    NamedReference::one(11810, '\u{2a2e}'), // roplus
    NamedReference::one(11817, '\u{2a35}'), // rotimes
    NamedReference::one(11821, '\u{29}'), // rpar
    NamedReference::one(11827, '\u{2994}'), // rpargt
    NamedReference::one(11835, '\u{2a12}'), // rppolint
    NamedReference::one(11840, '\u{21c9}'), // rrarr
    NamedReference::one(11846, '\u{203a}'), // rsaquo
    NamedReference::one(11850, '\u{1d4c7}'), // rscr
    NamedReference::one(11853, '\u{21b1}'), // rsh
    NamedReference::one(11857, '\u{5d}'), // rsqb
    NamedReference::one(11862, '\u{2019}'), // rsquo
    NamedReference::one(11868, '\u{2019}'), // rsquor
    NamedReference::one(11874, '\u{22cc}'), // rthree
    NamedReference::one(11880, '\u{22ca}'), // rtimes
    NamedReference::one(11884, '\u{25b9}'), // rtri
    NamedReference::one(11889, '\u{22b5}'), // rtrie
    NamedReference::one(11894, '\u{25b8}'), // rtrif
    NamedReference::one(11902, '\u{29ce}'), // rtriltri
    NamedReference::one(11909, '\u{2968}'), // ruluhar
    NamedReference::one(11911, '\u{211e}'), // rx
    NamedReference::one(11917, '\u{15b}'), // sacute
    NamedReference::one(11922, '\u{201a}'), // sbquo
    NamedReference::one(11924, '\u{227b}'), // sc
    NamedReference::one(11927, '\u{2ab4}'), // scE
    NamedReference::one(11931, '\u{2ab8}'), // scap
    NamedReference::one(11937, '\u{161}'), // scaron
    NamedReference::one(11942, '\u{227d}'), // sccue
    NamedReference::one(11945, '\u{2ab0}'), // sce
    NamedReference::one(11951, '\u{15f}'), // scedil
    NamedReference::one(11956, '\u{15d}'), // scirc
    NamedReference::one(11960, '\u{2ab6}'), // scnE
    NamedReference::one(11965, '\u{2aba}'), // scnap
    NamedReference::one(11971, '\u{22e9}'), // scnsim
    NamedReference::one(11979, '\u{2a13}'), // scpolint
    NamedReference::one(11984, '\u{227f}'), // scsim
    NamedReference::one(11987, '\u{441}'), // scy
    NamedReference::one(11991, '\u{22c5}'), // sdot
    NamedReference::one(11996, '\u{22a1}'), // sdotb
    NamedReference::one(12001, '\u{2a66}'), // sdote
    NamedReference::one(12006, '\u{21d8}'), // seArr
    NamedReference::one(12012, '\u{2925}'), // searhk
    NamedReference::one(12017, '\u{2198}'), // searr
    NamedReference::one(12024, '\u{2198}'), // searrow
    NamedReference::legacy(12028, '\u{a7}'), // sect
    NamedReference::one(12032, '\u{3b}'), // semi
    NamedReference::one(12038, '\u{2929}'), // seswar
    NamedReference::one(12046, '\u{2216}'), // setminus
    NamedReference::one(12051, '\u{2216}'), // setmn
    NamedReference::one(12055, '\u{2736}'), // sext
    NamedReference::one(12058, '\u{1d530}'), // sfr
    NamedReference::one(12064, '\u{2322}'), // sfrown
    NamedReference::one(12069, '\u{266f}'), // sharp
    NamedReference::one(12075, '\u{449}'), // shchcy
    NamedReference::one(12079, '\u{448}'), // shcy
    NamedReference::one(12087, '\u{2223}'), // shortmid
    NamedReference::one(12100, '\u{2225}'), // shortparallel
    NamedReference::legacy(12103, '\u{ad}'), // shy
    NamedReference::one(12108, '\u{3c3}'), // sigma
    NamedReference::one(12114, '\u{3c2}'), // sigmaf
    NamedReference::one(12120, '\u{3c2}'), // sigmav
    NamedReference::one(12123, '\u{223c}'), // sim
    NamedReference::one(12129, '\u{2a6a}'), // simdot
    NamedReference::one(12133, '\u{2243}'), // sime
    NamedReference::one(12138, '\u{2243}'), // simeq
    NamedReference::one(12142, '\u{2a9e}'), // simg
    NamedReference::one(12147, '\u{2aa0}'), // simgE
    NamedReference::one(12151, '\u{2a9d}'), // siml
    NamedReference::one(12156, '\u{2a9f}'), // simlE
    NamedReference::one(12161, '\u{2246}'), // simne
    NamedReference::one(12168, '\u{2a24}'), // simplus
    NamedReference::one(12175, '\u{2972}'), // simrarr
    NamedReference::one(12180, '\u{2190}'), // slarr
    NamedReference::one(12193, '\u{2216}'), // smallsetminus
    NamedReference::one(12199, '\u{2a33}'), // smashp
    NamedReference::one(12207, '\u{29e4}'), // smeparsl
    NamedReference::one(12211, '\u{2223}'), // smid
    NamedReference::one(12216, '\u{2323}'), // smile
    NamedReference::one(12219, '\u{2aaa}'), // smt
    NamedReference::one(12223, '\u{2aac}'), // smte
    NamedReference::two(12228, '\u{2aac}', '\u{fe00}'), // smtes
    NamedReference::one(12234, '\u{44c}'), // softcy
    NamedReference::one(12237, '\u{2f}'), // sol
    NamedReference::one(12241, '\u{29c4}'), // solb
    NamedReference::one(12247, '\u{233f}'), // solbar
    NamedReference::one(12251, '\u{1d564}'), // sopf
    NamedReference::one(12257, '\u{2660}'), // spades
    NamedReference::one(12266, '\u{2660}'), // spadesuit
    NamedReference::one(12270, '\u{2225}'), // spar
    NamedReference::one(12275, '\u{2293}'), // sqcap
    NamedReference::two(12281, '\u{2293}', '\u{fe00}'), // sqcaps
    NamedReference::one(12286, '\u{2294}'), // sqcup
    NamedReference::two(12292, '\u{2294}', '\u{fe00}'), // sqcups
    NamedReference::one(12297, '\u{228f}'), // sqsub
    NamedReference::one(12303, '\u{2291}'), // sqsube
    NamedReference::one(12311, '\u{228f}'), // sqsubset
    NamedReference::one(12321, '\u{2291}'), // sqsubseteq
    NamedReference::one(12326, '\u{2290}'), // sqsup
    NamedReference::one(12332, '\u{2292}'), // sqsupe
    NamedReference::one(12340, '\u{2290}'), // sqsupset
    NamedReference::one(12350, '\u{2292}'), // sqsupseteq
    NamedReference::one(12353, '\u{25a1}'), // squ
    NamedReference::one(12359, '\u{25a1}'), // square
    NamedReference::one(12365, '\u{25aa}'), // squarf
    NamedReference::one(12369, '\u{25aa}'), // squf
    NamedReference::one(12374, '\u{2192}'), // srarr
    NamedReference::one(12378, '\u{1d4c8}'), // sscr
    NamedReference::one(12384, '\u{2216}'), // ssetmn
    NamedReference::one(12390, '\u{2323}'), // ssmile
    NamedReference::one(12396, '\u{22c6}'), // sstarf
    NamedReference::one(12400, '\u{2606}'), // star
    NamedReference::one(12405, '\u{2605}'), // starf
    NamedReference::one(12420, '\u{3f5}'), // straightepsilon
    NamedReference::one(12431, '\u{3d5}'), // straightphi
    NamedReference::one(12436, '\u{af}'), // strns
    NamedReference::one(12439, '\u{2282}'), // sub
    NamedReference::one(12443, '\u{2ac5}'), // subE
    NamedReference::one(12449, '\u{2abd}'), // subdot
    NamedReference::one(12453, '\u{2286}'), // sube
    NamedReference::one(12460, '\u{2ac3}'), // subedot
    NamedReference::one(12467, '\u{2ac1}'), // submult
    NamedReference::one(12472, '\u{2acb}'), // subnE
    NamedReference::one(12477, '\u{228a}'), // subne
    NamedReference::one(12484, '\u{2abf}'), // subplus
    NamedReference::one(12491, '\u{2979}'), // subrarr
    NamedReference::one(12497, '\u{2282}'), // subset
    NamedReference::one(12505, '\u{2286}'), // subseteq
    NamedReference::one(12514, '\u{2ac5}'), // subseteqq
    NamedReference::one(12523, '\u{228a}'), // subsetneq
    NamedReference::one(12533, '\u{2acb}'), // subsetneqq
    NamedReference::one(12539, '\u{2ac7}'), // subsim
    NamedReference::one(12545, '\u{2ad5}'), // subsub
    NamedReference::one(12551, '\u{2ad3}'), // subsup
    NamedReference::one(12555, '\u{227b}'), // succ
    NamedReference::one(12565, '\u{2ab8}'), // succapprox
    NamedReference::one(12576, '\u{227d}'), // succcurlyeq
    NamedReference::one(12582, '\u{2ab0}'), // succeq
    NamedReference::one(12593, '\u{2aba}'), // succnapprox
    NamedReference::one(12601, '\u{2ab6}'), // succneqq
    NamedReference::one(12609, '\u{22e9}'), // succnsim
    NamedReference::one(12616, '\u{227f}'), // succsim
    NamedReference::one(12619, '\u{2211}'), // sum
    NamedReference::one(12623, '\u{266a}'), // sung
    NamedReference::one(12626, '\u{2283}'), // sup
    NamedReference::legacy(12630, '\u{b9}'), // sup1
    NamedReference::legacy(12634, '\u{b2}'), // sup2
    NamedReference::legacy(12638, '\u{b3}'), // sup3
    NamedReference::one(12642, '\u{2ac6}'), // supE
    NamedReference::one(12648, '\u{2abe}'), // supdot
    NamedReference::one(12655, '\u{2ad8}'), // supdsub
    NamedReference::one(12659, '\u{2287}'), // supe
    NamedReference::one(12666, '\u{2ac4}'), // supedot
    NamedReference::one(12673, '\u{27c9}'), // suphsol
    NamedReference::one(12680, '\u{2ad7}'), // suphsub
    NamedReference::one(12687, '\u{297b}'), // suplarr
    NamedReference::one(12694, '\u{2ac2}'), // supmult
    NamedReference::one(12699, '\u{2acc}'), // supnE
    NamedReference::one(12704, '\u{228b}'), // supne
    NamedReference::one(12711, '\u{2ac0}'), // supplus
    NamedReference::one(12717, '\u{2283}'), // supset
    NamedReference::one(12725, '\u{2287}'), // supseteq
    NamedReference::one(12734, '\u{2ac6}'), // supseteqq
    NamedReference::one(12743, '\u{228b}'), // supsetneq
    NamedReference::one(12753, '\u{2acc}'), // supsetneqq
    NamedReference::one(12759, '\u{2ac8}'), // supsim
    NamedReference::one(12765, '\u{2ad4}'), // supsub
    NamedReference::one(12771, '\u{2ad6}'), // supsup
    NamedReference::one(12776, '\u{21d9}'), // swArr
    NamedReference::one(12782, '\u{2926}'), // swarhk
    NamedReference::one(12787, '\u{2199}'), // swarr
    NamedReference::one(12794, '\u{2199}'), // swarrow
    NamedReference::one(12800, '\u{292a}'), // swnwar
    NamedReference::legacy(12805, '\u{df}'), // szlig
    NamedReference::one(12811, '\u{2316}'), // target
    NamedReference::one(12814, '\u{3c4}'), // tau
    NamedReference::one(12818, '\u{23b4}'), // tbrk
    NamedReference::one(12824, '\u{165}'), // tcaron
    NamedReference::one(12830, '\u{163}'), // tcedil
    NamedReference::one(12833, '\u{442}'), // tcy
    NamedReference::one(12837, '\u{20db}'), // tdot
    NamedReference::one(12843, '\u{2315}'), // telrec
    NamedReference::one(12846, '\u{1d531}'), // tfr
    NamedReference::one(12852, '\u{2234}'), // there4
    NamedReference::one(12861, '\u{2234}'), // therefore
    NamedReference::one(12866, '\u{3b8}'), // theta
    NamedReference::one(12874, '\u{3d1}'), // thetasym
    NamedReference::one(12880, '\u{3d1}'), // thetav
    NamedReference::one(12891, '\u{2248}'), // thickapprox
    NamedReference::one(12899, '\u{223c}'), // thicksim
    NamedReference::one(12905, '\u{2009}'), // thinsp
    NamedReference::one(12910, '\u{2248}'), // thkap
    NamedReference::one(12916, '\u{223c}'), // thksim
    NamedReference::legacy(12921, '\u{fe}'), // thorn
    NamedReference::one(12926, '\u{2dc}'), // tilde
    NamedReference::legacy(12931, '\u{d7}'), // times
    NamedReference::one(12937, '\u{22a0}'), // timesb
    NamedReference::one(12945, '\u{2a31}'), // timesbar
    NamedReference::one(12951, '\u{2a30}'), // timesd
    NamedReference::one(12955, '\u{222d}'), // tint
    NamedReference::one(12959, '\u{2928}'), // toea
    NamedReference::one(12962, '\u{22a4}'), // top
    NamedReference::one(12968, '\u{2336}'), // topbot
    NamedReference::one(12974, '\u{2af1}'), // topcir
    NamedReference::one(12978, '\u{1d565}'), // topf
    NamedReference::one(12985, '\u{2ada}'), // topfork
    NamedReference::one(12989, '\u{2929}'), // tosa
    NamedReference::one(12995, '\u{2034}'), // tprime
    NamedReference::one(13000, '\u{2122}'), // trade
    NamedReference::one(13008, '\u{25b5}'), // triangle
    NamedReference::one(13020, '\u{25bf}'), // triangledown
    NamedReference::one(13032, '\u{25c3}'), // triangleleft
    NamedReference::one(13046, '\u{22b4}'), // trianglelefteq
    NamedReference::one(13055, '\u{225c}'), // triangleq
    NamedReference::one(13068, '\u{25b9}'), // triangleright
    NamedReference::one(13083, '\u{22b5}'), // trianglerighteq
    NamedReference::one(13089, '\u{25ec}'), // tridot
    NamedReference::one(13093, '\u{225c}'), // trie
    NamedReference::one(13101, '\u{2a3a}'), // triminus
    NamedReference::one(13108, '\u{2a39}'), // triplus
    NamedReference::one(13113, '\u{29cd}'), // trisb
    NamedReference::one(13120, '\u{2a3b}'), // tritime
    NamedReference::one(13128, '\u{23e2}'), // trpezium
    NamedReference::one(13132, '\u{1d4c9}'), // tscr
    NamedReference::one(13136, '\u{446}'), // tscy
    NamedReference::one(13141, '\u{45b}'), // tshcy
    NamedReference::one(13147, '\u{167}'), // tstrok
    NamedReference::one(13152, '\u{226c}'), // twixt
    NamedReference::one(13168, '\u{219e}'), // twoheadleftarrow
    NamedReference::one(13185, '\u{21a0}'), // twoheadrightarrow
    NamedReference::one(13189, '\u{21d1}'), // uArr
    NamedReference::one(13193, '\u{2963}'), // uHar
    NamedReference::legacy(13199, '\u{fa}'), // uacute
    NamedReference::one(13203, '\u{2191}'), // uarr
    NamedReference::one(13208, '\u{45e}'), // ubrcy
    NamedReference::one(13214, '\u{16d}'), // ubreve
    NamedReference::legacy(13219, '\u{fb}'), // ucirc
    NamedReference::one(13222, '\u{443}'), // ucy
    NamedReference::one(13227, '\u{21c5}'), // udarr
    NamedReference::one(13233, '\u{171}'), // udblac
    NamedReference::one(13238, '\u{296e}'), // udhar
    NamedReference::one(13244, '\u{297e}'), // ufisht
    NamedReference::one(13247, '\u{1d532}'), // ufr
    NamedReference::legacy(13253, '\u{f9}'), // ugrave
    NamedReference::one(13258, '\u{21bf}'), // uharl
    NamedReference::one(13263, '\u{21be}'), // uharr
    NamedReference::one(13268, '\u{2580}'), // uhblk
    NamedReference::one(13274, '\u{231c}'), // ulcorn
    NamedReference::one(13282, '\u{231c}'), // ulcorner
    NamedReference::one(13288, '\u{230f}'), // ulcrop
    NamedReference::one(13293, '\u{25f8}'), // ultri
    NamedReference::one(13298, '\u{16b}'), // umacr
    NamedReference::legacy(13301, '\u{a8}'), // uml
    NamedReference::one(13306, '\u{173}'), // uogon
    NamedReference::one(13310, '\u{1d566}'), // uopf
    NamedReference::one(13317, '\u{2191}'), // uparrow
    NamedReference::one(13328, '\u{2195}'), // updownarrow
    NamedReference::one(13341, '\u{21bf}'), // upharpoonleft
    NamedReference::one(13355, '\u{21be}'), // upharpoonright
    NamedReference::one(13360, '\u{228e}'), // uplus
    NamedReference::one(13364, '\u{3c5}'), // upsi
    NamedReference::one(13369, '\u{3d2}'), // upsih
    NamedReference::one(13376, '\u{3c5}'), // upsilon
    NamedReference::one(13386, '\u{21c8}'), // upuparrows
    NamedReference::one(13392, '\u{231d}'), // urcorn
    NamedReference::one(13400, '\u{231d}'), // urcorner
    NamedReference::one(13406, '\u{230e}'), // urcrop
    NamedReference::one(13411, '\u{16f}'), // uring
    NamedReference::one(13416, '\u{25f9}'), // urtri
    NamedReference::one(13420, '\u{1d4ca}'), // uscr
    NamedReference::one(13425, '\u{22f0}'), // utdot
    NamedReference::one(13431, '\u{169}'), // utilde
    NamedReference::one(13435, '\u{25b5}'), // utri
    NamedReference::one(13440, '\u{25b4}'), // utrif
    NamedReference::one(13445, '\u{21c8}'), // uuarr
    NamedReference::legacy(13449, '\u{fc}'), // uuml
    NamedReference::one(13456, '\u{29a7}'), // uwangle
    NamedReference::one(13460, '\u{21d5}'), // vArr
    NamedReference::one(13464, '\u{2ae8}'), // vBar
    NamedReference::one(13469, '\u{2ae9}'), // vBarv
    NamedReference::one(13474, '\u{22a8}'), // vDash
    NamedReference::one(13480, '\u{299c}'), // vangrt
    NamedReference::one(13490, '\u{3f5}'), // varepsilon
    NamedReference::one(13498, '\u{3f0}'), // varkappa
    NamedReference::one(13508, '\u{2205}'), // varnothing
    NamedReference::one(13514, '\u{3d5}'), // varphi
    NamedReference::one(13519, '\u{3d6}'), // varpi
    NamedReference::one(13528, '\u{221d}'), // varpropto
    NamedReference::one(13532, '\u{2195}'), // varr
    NamedReference::one(13538, '\u{3f1}'), // varrho
    NamedReference::one(13546, '\u{3c2}'), // varsigma
    NamedReference::two(13558, '\u{228a}', '\u{fe00}'), // varsubsetneq
    NamedReference::two(13571, '\u{2acb}', '\u{fe00}'), // varsubsetneqq
    NamedReference::two(13583, '\u{228b}', '\u{fe00}'), // varsupsetneq
    NamedReference::two(13596, '\u{2acc}', '\u{fe00}'), // varsupsetneqq
    NamedReference::one(13604, '\u{3d1}'), // vartheta
    NamedReference::one(13619, '\u{22b2}'), // vartriangleleft
    NamedReference::one(13635, '\u{22b3}'), // vartriangleright
    NamedReference::one(13638, '\u{432}'), // vcy
    NamedReference::one(13643, '\u{22a2}'), // vdash
    NamedReference::one(13646, '\u{2228}'), // vee
    NamedReference::one(13652, '\u{22bb}'), // veebar
    NamedReference::one(13657, '\u{225a}'), // veeeq
    NamedReference::one(13663, '\u{22ee}'), // vellip
    NamedReference::one(13669, '\u{7c}'), // verbar
    NamedReference::one(13673, '\u{7c}'), // vert
    NamedReference::one(13676, '\u{1d533}'), // vfr
    NamedReference::one(13681, '\u{22b2}'), // vltri
    NamedReference::two(13686, '\u{2282}', '\u{20d2}'), // vnsub
    NamedReference::two(13691, '\u{2283}', '\u{20d2}'), // vnsup
    NamedReference::one(13695, '\u{1d567}'), // vopf
    NamedReference::one(13700, '\u{221d}'), // vprop
    NamedReference::one(13705, '\u{22b3}'), // vrtri
    NamedReference::one(13709, '\u{1d4cb}'), // vscr
    NamedReference::two(13715, '\u{2acb}', '\u{fe00}'), // vsubnE
    NamedReference::two(13721, '\u{228a}', '\u{fe00}'), // vsubne
    NamedReference::two(13727, '\u{2acc}', '\u{fe00}'), // vsupnE
    NamedReference::two(13733, '\u{228b}', '\u{fe00}'), // vsupne
    NamedReference::one(13740, '\u{299a}'), // vzigzag
    NamedReference::one(13745, '\u{175}'), // wcirc
    NamedReference::one(13751, '\u{2a5f}'), // wedbar
    NamedReference::one(13756, '\u{2227}'), // wedge
    NamedReference::one(13762, '\u{2259}'), // wedgeq
    NamedReference::one(13768, '\u{2118}'), // weierp
    NamedReference::one(13771, '\u{1d534}'), // wfr
    NamedReference::one(13775, '\u{1d568}'), // wopf
    NamedReference::one(13777, '\u{2118}'), // wp
    NamedReference::one(13779, '\u{2240}'), // wr
    NamedReference::one(13785, '\u{2240}'), // wreath
    NamedReference::one(13789, '\u{1d4cc}'), // wscr
    NamedReference::one(13793, '\u{22c2}'), // xcap
    NamedReference::one(13798, '\u{25ef}'), // xcirc
    NamedReference::one(13802, '\u{22c3}'), // xcup
    NamedReference::one(13807, '\u{25bd}'), // xdtri
    NamedReference::one(13810, '\u{1d535}'), // xfr
    NamedReference::one(13815, '\u{27fa}'), // xhArr
    NamedReference::one(13820, '\u{27f7}'), // xharr
    NamedReference::one(13822, '\u{3be}'), // xi
    NamedReference::one(13827, '\u{27f8}'), // xlArr
    NamedReference::one(13832, '\u{27f5}'), // xlarr
    NamedReference::one(13836, '\u{27fc}'), // xmap
    NamedReference::one(13840, '\u{22fb}'), // xnis
    NamedReference::one(13845, '\u{2a00}'), // xodot
    NamedReference::one(13849, '\u{1d569}'), // xopf
    NamedReference::one(13855, '\u{2a01}'), // xoplus
    NamedReference::one(13861, '\u{2a02}'), // xotime
    NamedReference::one(13866, '\u{27f9}'), // xrArr
    NamedReference::one(13871, '\u{27f6}'), // xrarr
    NamedReference::one(13875, '\u{1d4cd}'), // xscr
    NamedReference::one(13881, '\u{2a06}'), // xsqcup
    NamedReference::one(13887, '\u{2a04}'), // xuplus
    NamedReference::one(13892, '\u{25b3}'), // xutri
    NamedReference::one(13896, '\u{22c1}'), // xvee
    NamedReference::one(13902, '\u{22c0}'), // xwedge
    NamedReference::legacy(13908, '\u{fd}'), // yacute
    NamedReference::one(13912, '\u{44f}'), // yacy
    NamedReference::one(13917, '\u{177}'), // ycirc
    NamedReference::one(13920, '\u{44b}'), // ycy
    NamedReference::legacy(13923, '\u{a5}'), // yen
    NamedReference::one(13926, '\u{1d536}'), // yfr
    NamedReference::one(13930, '\u{457}'), // yicy
    NamedReference::one(13934, '\u{1d56a}'), // yopf
    NamedReference::one(13938, '\u{1d4ce}'), // yscr
    NamedReference::one(13942, '\u{44e}'), // yucy
    NamedReference::legacy(13946, '\u{ff}'), // yuml
    NamedReference::one(13952, '\u{17a}'), // zacute
    NamedReference::one(13958, '\u{17e}'), // zcaron
    NamedReference::one(13961, '\u{437}'), // zcy
    NamedReference::one(13965, '\u{17c}'), // zdot
    NamedReference::one(13971, '\u{2128}'), // zeetrf
    NamedReference::one(13975, '\u{3b6}'), // zeta
    NamedReference::one(13978, '\u{1d537}'), // zfr
    NamedReference::one(13982, '\u{436}'), // zhcy
    NamedReference::one(13989, '\u{21dd}'), // zigrarr
    NamedReference::one(13993, '\u{1d56b}'), // zopf
    NamedReference::one(13997, '\u{1d4cf}'), // zscr
    NamedReference::one(14000, '\u{200d}'), // zwj
    NamedReference::one(14004, '\u{200c}'), // zwnj
];
