package io.github.tmuxmcp;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The package levels, and which package may touch what. */
@AnalyzeClasses(packages = "io.github.tmuxmcp", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
    private static final String ROOT = "io.github.tmuxmcp";

    @ArchTest
    static final ArchRule eachLevelUsesOnlyTheOnesBelow = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage(ROOT + "..")
            .withOptionalLayers(true)
            .layer("cli")
            .definedBy(ROOT + ".cli..")
            .layer("agent")
            .definedBy(ROOT + ".agent..")
            .layer("libtmux")
            .definedBy(ROOT + ".libtmux..")
            .layer("mcp")
            .definedBy(ROOT + ".mcp..")
            .layer("tool")
            .definedBy(ROOT + ".tool..")
            .layer("tmux")
            .definedBy(ROOT + ".tmux..")
            .layer("terminal")
            .definedBy(ROOT + ".terminal..")
            .layer("shell")
            .definedBy(ROOT + ".shell..")
            .layer("host")
            .definedBy(ROOT + ".host..")
            .layer("limits")
            .definedBy(ROOT + ".limits..")
            .whereLayer("cli")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("agent")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("libtmux")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("mcp")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("tool")
            .mayOnlyBeAccessedByLayers("cli", "agent", "libtmux", "mcp")
            .whereLayer("tmux")
            .mayOnlyBeAccessedByLayers("cli", "agent", "libtmux")
            .whereLayer("terminal")
            .mayOnlyBeAccessedByLayers("cli", "agent", "libtmux")
            .whereLayer("shell")
            .mayOnlyBeAccessedByLayers("cli", "agent", "libtmux")
            .whereLayer("host")
            .mayOnlyBeAccessedByLayers("cli", "agent", "libtmux");

    @ArchTest
    static final ArchRule packagesOfOneLevelFormNoCycle =
            slices().matching(ROOT + ".(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule standardStreamsAreTouchedByTheCommandLineOnly = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".cli..")
            .should()
            .accessField(System.class, "in")
            .orShould()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(Throwable.class, "printStackTrace");

    @ArchTest
    static final ArchRule environmentAndExitAreTheCommandLinesOnly = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".cli..")
            .should()
            .callMethod(System.class, "getenv")
            .orShould()
            .callMethod(System.class, "getenv", String.class)
            .orShould()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "halt", int.class)
            .orShould()
            .callMethod(Runtime.class, "exit", int.class);

    @ArchTest
    static final ArchRule processesAreStartedInFourPackagesOnly = noClasses()
            .that()
            .resideOutsideOfPackages(
                    ROOT + ".cli..", ROOT + ".host..", ROOT + ".tmux.process..", ROOT + ".tmux.control..")
            .should()
            .dependOnClassesThat()
            .areAssignableTo(ProcessBuilder.class)
            .orShould()
            .callMethod(Runtime.class, "exec", String[].class);

    @ArchTest
    static final ArchRule jlineIsKnownToTheTerminalOnly = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".terminal..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.jline..");

    @ArchTest
    static final ArchRule jacksonIsKnownToToolAndWireOnly = noClasses()
            .that()
            .resideOutsideOfPackages(ROOT + ".tool..", ROOT + ".mcp..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.fasterxml.jackson..", "tools.jackson..");

    @ArchTest
    static final ArchRule theOptionParserIsKnownToTheCommandLineOnly = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".cli..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("picocli..");
}
